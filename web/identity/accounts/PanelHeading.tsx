import type { ReactNode } from 'react';

type PanelHeadingProps = { title: string; description: ReactNode; action?: ReactNode };

/** The first line of a row on Settings: title, present state, and the button that changes it. */
export function PanelHeading({ title, description, action }: PanelHeadingProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <div className="min-w-0 flex-1 basis-64">
        <h3 className="text-sm font-semibold">{title}</h3>
        <p className="mt-0.5 text-sm text-muted-foreground">{description}</p>
      </div>
      {action}
    </div>
  );
}
