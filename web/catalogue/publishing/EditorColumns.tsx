import type { ReactNode } from 'react';

type EditorColumnsProps = {
  side: ReactNode;
  children: ReactNode;
};

/** Columns of a form: wide content, and the settings at its side, or after it below 1024 px. */
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

export function FormSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="flex flex-col gap-5">
      <h2 className="border-b border-border pb-2 text-lg!">{title}</h2>
      {children}
    </section>
  );
}
