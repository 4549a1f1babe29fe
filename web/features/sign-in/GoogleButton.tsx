import { beginProviderSignIn } from '#contract/sign-in.endpoints.ts';
import { usePortalConfig } from '../../platform/config.ts';
import { Button } from '../../ui/Button.tsx';
import { providerReturnPath } from './display.ts';
import { GoogleMark } from './GoogleMark.tsx';

/** The way to the sign-in provider; afterwards the page that asked for the sign-in is shown. */
export function GoogleButton() {
  const { googleSignIn } = usePortalConfig();
  if (!googleSignIn) return null;
  return (
    <>
      <p className="flex items-center gap-3 text-sm text-muted-foreground before:h-px before:flex-1 before:bg-border after:h-px after:flex-1 after:bg-border">
        or
      </p>
      <Button
        variant="outline"
        isBlock
        onClick={() => {
          const returnTo = encodeURIComponent(providerReturnPath(location));
          location.assign(`${beginProviderSignIn.path}?returnTo=${returnTo}`);
        }}
      >
        <GoogleMark />
        Continue with Google
      </Button>
    </>
  );
}
