import { CloudOff, RotateCw } from 'lucide-react';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { Button } from './Button.tsx';
import { Card } from './Card.tsx';

export type LoadErrorProps = {
  /** Sentence that says what failed, letter for letter as specified. */
  title: string;
  /** Sentence that says what is safe and what to do. */
  description?: ReactNode;
  onRetry?: () => void;
  /** Whether another attempt is under way. */
  isBusy?: boolean;
  /** 1 when the error replaces a whole screen. */
  headingLevel?: 1 | 2;
};

/**
 * Card for something that could not be loaded, with "Try again". If the card disappears while it has the focus, the
 * focus moves to the page's content.
 */
export function LoadError({ title, description, onRetry, isBusy, headingLevel = 2 }: LoadErrorProps) {
  const Heading = `h${headingLevel}` as const;
  const card = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const shown = card.current;
    return () => {
      if (!shown?.contains(document.activeElement)) return;
      setTimeout(() => document.activeElement === document.body && document.getElementById('main')?.focus());
    };
  }, []);
  return (
    <Card ref={card} isPadded={false} role="alert" className="flex flex-col items-center gap-2 px-5 py-12 text-center">
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
