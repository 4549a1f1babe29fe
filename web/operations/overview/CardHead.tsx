import type { ReactNode } from 'react';

export function CardHead({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
      <h2>{title}</h2>
      <span className="text-sm">{children}</span>
    </div>
  );
}
