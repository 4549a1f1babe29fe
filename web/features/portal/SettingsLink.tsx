import { Link } from '@tanstack/react-router';
import { Settings2 } from 'lucide-react';
import { buttonClasses } from '../../ui/button-classes.ts';

/** The way from the Admin Dashboard to the portal settings. */
export function SettingsLink() {
  return (
    <Link to="/admin-dashboard/settings" className={buttonClasses({ variant: 'outline' })}>
      <Settings2 size={18} />
      Portal settings
    </Link>
  );
}
