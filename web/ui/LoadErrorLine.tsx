import { classes } from './classes.ts';
import { TextButton } from './TextLink.tsx';

export type LoadErrorLineProps = {
  /** Sentence that names the part. */
  children: string;
  /** The failed query. */
  query: { isFetching: boolean; refetch: () => unknown };
  className?: string;
};

/** Sentence in place of a small part that could not be loaded, with "Try again"; `LoadError` is for a whole card. */
export function LoadErrorLine({ children, query: { isFetching, refetch }, className }: LoadErrorLineProps) {
  return (
    <p role="alert" className={classes('text-sm text-destructive', className)}>
      {children}{' '}
      <TextButton aria-disabled={isFetching || undefined} onClick={() => void refetch()}>
        Try again
      </TextButton>
    </p>
  );
}
