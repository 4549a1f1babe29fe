import type { ReactNode } from 'react';

/** A part of a long form under its heading. */
export function FormSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-5">
      <h3 className="border-b border-border pb-2">{title}</h3>
      {children}
    </div>
  );
}
