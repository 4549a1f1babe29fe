import { Link } from '@tanstack/react-router';
import { Server } from 'lucide-react';
import { buttonClasses } from '../../ui/button-classes.ts';

/** The way from the Admin Dashboard to the System screen. */
export function SystemLink() {
  return (
    <Link to="/admin-dashboard/system" className={buttonClasses({ variant: 'outline' })}>
      <Server size={18} />
      System
    </Link>
  );
}
