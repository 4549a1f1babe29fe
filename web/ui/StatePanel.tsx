import type { ReactNode } from 'react';
import { Card } from './Card.tsx';
import { useHeadingFocus } from './PageHeading.tsx';

type StatePanelProps = {
  title: string;
  /** 32 px. */
  icon: ReactNode;
  /** Sentences. */
  children: ReactNode;
  actions?: ReactNode;
  /** 1 where the panel is all that the page shows. */
  headingLevel?: 1 | 2;
};

/** How something ended or what it waits for, in place of a form. Its heading takes the focus, because the focused button is gone. */
export function StatePanel({ title, icon, children, actions, headingLevel = 2 }: StatePanelProps) {
  const heading = useHeadingFocus(title);
  const Heading = headingLevel === 1 ? 'h1' : 'h2';
  return (
    <Card className="flex flex-col items-center gap-3 py-10! text-center">
      {icon}
      <Heading ref={heading} tabIndex={-1}>
        {title}
      </Heading>
      <div role="status" className="flex w-full max-w-120 flex-col wrap-anywhere gap-2 text-muted-foreground">
        {children}
      </div>
      {actions ? (
        <div className="mt-3 flex flex-wrap justify-center gap-3 max-sm:w-full max-sm:flex-col">{actions}</div>
      ) : null}
    </Card>
  );
}
