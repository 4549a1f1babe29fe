import type { ReactNode } from 'react';
import { Card } from './Card.tsx';
import { useHeadingFocus } from './PageHeading.tsx';

type StatePanelProps = {
  title: string;
  /** Icon of 32 px. */
  icon: ReactNode;
  children: ReactNode;
  actions?: ReactNode;
  /** 1 when the panel is the whole page. */
  headingLevel?: 1 | 2;
};

/**
 * Panel that replaces a form and says how it ended or what it waits for. Its heading takes the focus, because the
 * focused button is gone.
 */
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
