import { KeyRound } from 'lucide-react';
import { Button } from '#web/ui/Button.tsx';

/** Has the browser ask for a passkey. */
export function AskButton({ label, isBusy, onClick }: { label: string; isBusy: boolean; onClick: () => void }) {
  return (
    <Button variant="outline" isBlock isBusy={isBusy} onClick={onClick}>
      <KeyRound size={18} />
      {label}
    </Button>
  );
}
