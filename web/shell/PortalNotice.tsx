import { useCurrentUser } from '../identity/accounts/api.ts';
import { usePortalConfig } from '../platform/config.ts';

const sentences = {
  'public-demo':
    'This is a public demo: its data may be deleted at any time, and everyone can read the emails that it sends.',
  'test-payments': 'Payments are in test mode: the portal has test keys of Stripe, and members are not charged.',
};

/** Notice about this portal for everyone or for every administrator (LIVE-01, LIVE-04). */
export function PortalNotice() {
  const { notice } = usePortalConfig();
  const { user } = useCurrentUser();
  if (notice === null || (notice === 'test-payments' && user?.role !== 'administrator')) return null;
  return (
    <aside
      aria-label="About this portal"
      className="border-b border-border bg-warning-soft px-4 py-2 text-center text-sm text-warning-text"
    >
      {sentences[notice]}
    </aside>
  );
}
