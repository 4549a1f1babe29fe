import { ExternalLink } from 'lucide-react';
import { Button } from '../../ui/Button.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { useAccessTool } from './api.ts';

type AccessToolActionProps = {
  /** The name of the tool, for the accessible name of the button. */
  name: string;
  /** The address of the tool; null while it has none. */
  findAddress: () => Promise<string | null>;
  /** Hides the icon where the buttons would need a second line. */
  iconClassName?: string;
};

/** The button that opens a tool as an administrator. */
export function AccessToolAction({ name, findAddress, iconClassName }: AccessToolActionProps) {
  const { open, isBusy } = useAccessTool(findAddress);
  return (
    <Button variant="ghost" size="small" className="px-2.5!" isBusy={isBusy} onClick={() => void open()}>
      Access Tool<VisuallyHidden> {name}</VisuallyHidden>
      {isBusy ? null : <ExternalLink size={16} className={iconClassName} />}
    </Button>
  );
}
