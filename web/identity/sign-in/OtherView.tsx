import { CompanyEntry } from './CompanyEntry.tsx';
import { EmergencyEntry } from './EmergencyEntry.tsx';
import { ForgotPassword } from './ForgotPassword.tsx';
import { PendingEntry } from './PendingEntry.tsx';
import { ProviderCode } from './ProviderCode.tsx';

/** The views of the sign-in screen beside the two forms, by their names in the URL. */
const views = {
  'forgot-password': ForgotPassword,
  code: ProviderCode,
  company: CompanyEntry,
  link: PendingEntry,
  switch: PendingEntry,
  emergency: EmergencyEntry,
};

/**
 * @param view a view that the URL of /auth may name
 * @param back the page that is opened after signing in
 */
export function OtherView({ view, back }: { view: string; back: string }) {
  const View = views[view as keyof typeof views];
  return <View back={back} />;
}
