import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { VisuallyHidden } from './VisuallyHidden.tsx';

export type ChipProps = {
  children: ReactNode;
  /** Whole accessible name of the button, such as "Remove filter Report". */
  removeLabel: string;
  onRemove: () => void;
};

/** Applied filter or tag. The whole chip is the button that removes it. */
export function Chip({ children, removeLabel, onRemove }: ChipProps) {
  return (
    <button
      type="button"
      onClick={onRemove}
      className="inline-flex min-h-8 max-w-full items-center gap-1.5 rounded-md border border-input bg-card pr-1.5 pl-2.5 text-xs font-medium hover:bg-accent pointer-coarse:min-h-11"
    >
      <span aria-hidden="true" className="truncate">
        {children}
      </span>
      <VisuallyHidden>{removeLabel}</VisuallyHidden>
      <X size={14} />
    </button>
  );
}
