import type { LucideIcon } from 'lucide-react';
import { Button, type ButtonProps } from '../ui/Button.tsx';
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx';

type RowButtonProps = Omit<ButtonProps, 'children' | 'size' | 'title'> & {
  label: string;
  /** Name of the row, which distinguishes the buttons of several rows. */
  of: string;
  Icon: LucideIcon;
};

/**
 * Button of a row that shows its label; from 1400 px it shows only its icon, so that titles have more room (ADM-12).
 */
export function RowButton({ label, of, Icon, variant = 'ghost', ...button }: RowButtonProps) {
  return (
    <Button variant={variant} size="small" title={label} {...button}>
      {button.isBusy ? null : <Icon size={16} className="max-wide:hidden" />}
      <span className="wide:sr-only">{label}</span>
      <VisuallyHidden> {of}</VisuallyHidden>
    </Button>
  );
}
