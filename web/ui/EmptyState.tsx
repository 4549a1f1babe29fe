import type { ReactNode } from 'react';
import { Card } from './Card.tsx';
import { EmptyArt } from './ShapeArt.tsx';

export type EmptyStateProps = {
  /** The specified text, letter for letter. */
  title: string;
  description?: ReactNode;
  action?: ReactNode;
  /** 1 when the state replaces a whole screen. */
  headingLevel?: 1 | 2 | 3;
};

export function EmptyState({ title, description, action, headingLevel = 2 }: EmptyStateProps) {
  const Heading = `h${headingLevel}` as const;
  return (
    <Card isPadded={false} className="flex flex-col items-center gap-2 px-5 py-12 text-center">
      <EmptyArt className="mb-3" />
      <Heading className="font-display text-xl">{title}</Heading>
      {description ? <p className="max-w-104 text-balance text-muted-foreground">{description}</p> : null}
      {action ? <div className="mt-4">{action}</div> : null}
    </Card>
  );
}
