import { ExternalLink } from 'lucide-react';
import { Button } from '#web/ui/Button.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { useAccessTool } from './api.ts';

type AccessToolActionProps = {
  /** Name of the tool, for the accessible name of the button. */
  name: string;
  /** Returns the URL of the tool; null while it has none. */
  findAddress: () => Promise<string | null>;
  /** Classes that hide the icon where the buttons would need a second line. */
  iconClassName?: string;
};

export function AccessToolAction({ name, findAddress, iconClassName }: AccessToolActionProps) {
  const { open, isBusy } = useAccessTool(findAddress);
  return (
    <Button variant="ghost" size="small" className="px-2.5!" isBusy={isBusy} onClick={open}>
      Access Tool<VisuallyHidden> {name}</VisuallyHidden>
      {isBusy ? null : <ExternalLink size={16} className={iconClassName} />}
    </Button>
  );
}
