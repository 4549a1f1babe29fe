import type { LucideIcon } from 'lucide-react';
import { Button, type ButtonProps } from '../ui/Button.tsx';
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx';

type RowButtonProps = Omit<ButtonProps, 'children' | 'size' | 'title'> & {
  label: string;
  /** The row by its name: repeated buttons differ by it. */
  of: string;
  Icon: LucideIcon;
};

/** A button of a row: its words, and from 1400 px its icon alone, so that titles have the room (ADM-12). */
export function RowButton({ label, of, Icon, variant = 'ghost', ...button }: RowButtonProps) {
  return (
    <Button variant={variant} size="small" title={label} {...button}>
      {button.isBusy ? null : <Icon size={16} className="max-wide:hidden" />}
      <span className="wide:sr-only">{label}</span>
      <VisuallyHidden> {of}</VisuallyHidden>
    </Button>
  );
}
