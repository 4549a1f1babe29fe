import { ExternalLink } from 'lucide-react';
import { Button } from '../../ui/Button.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { tokenFor, useAccessTool } from './api.ts';

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

type LinkedResource = { id: number; title: string; type: string; onlineProductId: number | null };

/** The same for a resource; only for online tools that are linked to a product (ADM-RES-03). */
export function AccessResourceTool({ id, title, type, onlineProductId }: LinkedResource) {
  if (type !== 'online_tool' || onlineProductId === null) return null;
  const findAddress = async () => (await tokenFor({ resourceId: id, onlineProductId })).toolAddress;
  return <AccessToolAction name={title} findAddress={findAddress} iconClassName="hidden" />;
}
