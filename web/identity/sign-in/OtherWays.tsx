import { Link, useLocation } from '@tanstack/react-router';
import { Building2 } from 'lucide-react';
import { startConnection } from '#contract/identity/connections.endpoints.ts';
import { beginProviderSignIn } from '#contract/identity/sign-in.endpoints.ts';
import { addressOf } from '#web/platform/api.ts';
import { usePortalConfig } from '#web/platform/config.ts';
import { Button } from '#web/ui/Button.tsx';
import { buttonClasses } from '#web/ui/button-classes.ts';
import { PasskeyButton } from '../passkeys/PasskeyButton.tsx';
import { providerReturnPath } from './display.ts';

/** The ways in beside the password: a passkey where members sign in, and providers. */
export function OtherWays({ hasPasskeys }: { hasPasskeys?: boolean }) {
  return (
    <>
      {hasPasskeys ? <PasskeyButton /> : null}
      <Providers />
    </>
  );
}

/** Google, the portal's connections, and the visitor's company (AUTH-03, SSO-09). */
function Providers() {
  const { googleSignIn, companySignIn } = usePortalConfig();
  const { buttons, hasCompanies } = companySignIn;
  if (!googleSignIn && buttons.length === 0 && !hasCompanies) return null;
  return (
    <>
      <p className="flex items-center gap-3 text-sm text-muted-foreground before:h-px before:flex-1 before:bg-border after:h-px after:flex-1 after:bg-border">
        or
      </p>
      <div className="flex flex-col gap-3">
        {googleSignIn ? (
          <Button variant="outline" isBlock onClick={() => leaveFor(beginProviderSignIn.path)}>
            <GoogleMark />
            Continue with Google
          </Button>
        ) : null}
        {buttons.map(({ connectionId, name }) => (
          <Button
            key={connectionId}
            variant="outline"
            isBlock
            className="py-1 whitespace-normal!"
            onClick={() => leaveFor(addressOf(startConnection, { params: { connectionId } }))}
          >
            Continue with {name}
          </Button>
        ))}
        {hasCompanies ? <CompanyLink /> : null}
      </div>
    </>
  );
}

/** Leads to a provider and then back to the requested page. */
function leaveFor(path: string): void {
  location.assign(`${path}?returnTo=${encodeURIComponent(providerReturnPath(location))}`);
}

/** Link to the page that asks for the email address. */
function CompanyLink() {
  const next = useLocation({
    select: ({ pathname, searchStr }) => providerReturnPath({ pathname, search: searchStr }),
  });
  return (
    <Link
      to="/auth"
      search={{ view: 'company', ...(next !== '/' && { next }) }}
      className={buttonClasses({ variant: 'outline', isBlock: true })}
    >
      <Building2 size={18} />
      Continue with your company
    </Link>
  );
}

/** Google's official mark, in its own colours, in place of one of the portal's icons. */
function GoogleMark() {
  return (
    <svg aria-hidden="true" width={18} height={18} viewBox="0 0 48 48">
      <path
        fill="#EA4335"
        d="M24 9.5c3.54 0 6.71 1.22 9.21 3.6l6.85-6.85C35.9 2.38 30.47 0 24 0 14.62 0 6.51 5.38 2.56 13.22l7.98 6.19C12.43 13.72 17.74 9.5 24 9.5z"
      />
      <path
        fill="#4285F4"
        d="M46.98 24.55c0-1.57-.15-3.09-.38-4.55H24v9.02h12.94c-.58 2.96-2.26 5.48-4.78 7.18l7.73 6c4.51-4.18 7.09-10.36 7.09-17.65z"
      />
      <path
        fill="#FBBC05"
        d="M10.53 28.59c-.48-1.45-.76-2.99-.76-4.59s.27-3.14.76-4.59l-7.98-6.19C.92 16.46 0 20.12 0 24c0 3.88.92 7.54 2.56 10.78l7.97-6.19z"
      />
      <path
        fill="#34A853"
        d="M24 48c6.48 0 11.93-2.13 15.89-5.81l-7.73-6c-2.15 1.45-4.92 2.3-8.16 2.3-6.26 0-11.57-4.22-13.47-9.91l-7.98 6.19C6.51 42.62 14.62 48 24 48z"
      />
    </svg>
  );
}
