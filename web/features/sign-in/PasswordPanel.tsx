import { useId, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { PanelHeading } from '../accounts/PanelHeading.tsx';
import { PasswordForm } from './PasswordForm.tsx';

/** The password: its form opens and closes (SET-06). Whoever came by the sign-in provider sets a first one. */
export function PasswordPanel({ hasPassword }: { hasPassword: boolean }) {
  const [isOpen, setIsOpen] = useState(false);
  const panelId = useId();
  return (
    <div>
      <PanelHeading
        title="Password"
        description={
          hasPassword
            ? 'Changing it signs every other device out.'
            : 'You sign in with Google. A password lets you sign in without it.'
        }
        action={
          <Button
            variant="outline"
            size="small"
            aria-expanded={isOpen}
            aria-controls={panelId}
            onClick={() => setIsOpen(!isOpen)}
          >
            {hasPassword ? 'Change Password' : 'Set Password'}
          </Button>
        }
      />
      <div id={panelId} hidden={!isOpen}>
        {isOpen ? <PasswordForm hasPassword={hasPassword} onDone={() => setIsOpen(false)} /> : null}
      </div>
    </div>
  );
}
