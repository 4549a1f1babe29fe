import type { ReactNode } from 'react';

type EditorColumnsProps = {
  /** The settings. */
  side: ReactNode;
  /** The content. */
  children: ReactNode;
};

/** The content of a form wide, its settings at the side; below 1024 px after it. */
export function EditorColumns({ side, children }: EditorColumnsProps) {
  return (
    <div className="grid min-h-full grid-cols-[minmax(0,1fr)] lg:grid-cols-[minmax(0,1fr)_24rem]">
      <div className="mx-auto flex w-full max-w-184 flex-col gap-8 px-4 py-8 lg:px-8">{children}</div>
      <div className="flex flex-col gap-8 border-border bg-card px-4 py-8 max-lg:border-t lg:border-l lg:px-6">
        {side}
      </div>
    </div>
  );
}

/** A part of the form under its heading. */
export function FormSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="flex flex-col gap-5">
      <h2 className="border-b border-border pb-2 text-lg!">{title}</h2>
      {children}
    </section>
  );
}
