import { CloudOff, RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import { Card } from './Card.tsx';

export type LoadErrorProps = {
  /** What failed, the specified text letter for letter. */
  title: string;
  /** What is safe and what to do. */
  description?: ReactNode;
  onRetry?: () => void;
  /** Trying again is under way. */
  isBusy?: boolean;
  /** 1 in place of a whole screen. */
  headingLevel?: 1 | 2;
};

/** Something could not be loaded: what failed, what is safe, Try again. */
export function LoadError({ title, description, onRetry, isBusy, headingLevel = 2 }: LoadErrorProps) {
  const Heading = `h${headingLevel}` as const;
  return (
    <Card isPadded={false} role="alert" className="flex flex-col items-center gap-2 px-5 py-12 text-center">
      <CloudOff size={32} className="mb-2 text-destructive" />
      <Heading className="font-display text-xl">{title}</Heading>
      {description ? <p className="max-w-104 text-balance text-muted-foreground">{description}</p> : null}
      {onRetry ? (
        <Button variant="outline" isBusy={isBusy} onClick={onRetry} className="mt-4">
          {isBusy ? null : <RotateCw size={16} />}
          Try again
        </Button>
      ) : null}
    </Card>
  );
}
