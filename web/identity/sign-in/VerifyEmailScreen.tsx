import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { VerificationLink } from '#contract/identity/sign-in.ts';
import { addressToken } from '#web/platform/address-token.ts';
import { ApiError } from '#web/platform/errors.ts';
import { usePage } from '#web/platform/page.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { LoadError } from '#web/ui/LoadError.tsx';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { AuthFrame } from './AuthFrame.tsx';
import { useVerifyEmail, verificationLinkQuery } from './mailed-link-api.ts';
import { Checking, NewPasswordForm } from './ResetPasswordScreen.tsx';

/** The page of a verification link. Opening it changes nothing: mail scanners open links too (ACCT-02). */
export function VerifyEmailScreen() {
  const [token] = useState(addressToken);
  usePage('Verify email');
  return <AuthFrame>{token === null ? <DeadLink /> : <LinkCheck token={token} />}</AuthFrame>;
}

function LinkCheck({ token }: { token: string }) {
  const { data, error, isFetching, refetch } = useQuery(verificationLinkQuery(token));
  if (data) return <VerifyForm token={token} link={data} />;
  if (!error) return <Checking />;
  if (error instanceof ApiError && error.status === 400) return <DeadLink />;
  if (error instanceof ApiError && error.status === 409) return <Verified />;
  return (
    <LoadError
      headingLevel={1}
      title="Your link could not be checked"
      description="Nothing was changed. Please try again."
      isBusy={isFetching}
      onRetry={() => void refetch()}
    />
  );
}

/**
 * Button that verifies the address. When this browser is not signed in to the account, a form for a new password
 * follows, unless the account must sign in through its company.
 */
function VerifyForm({ token, link: { email, isOwnSession } }: { token: string; link: VerificationLink }) {
  const verify = useVerifyEmail(token);
  const passwordToken = verify.data?.token;
  if (passwordToken) {
    return (
      <>
        <PageHeading title="Choose a new password" subtitle="You will sign in with it afterwards." className="mb-0!" />
        <NewPasswordForm token={passwordToken} />
      </>
    );
  }
  return (
    <>
      <PageHeading title="Verify your email address" subtitle={email} className="mb-0!" />
      {isOwnSession ? null : (
        <Banner tone="info">
          You are not signed in to this account in this browser. Verifying signs out every device of the account,
          removes its password, and then lets you choose a new one. To keep the password, sign in here first and open
          the link in the email again.
        </Banner>
      )}
      <Button isBlock isBusy={verify.isPending} onClick={() => verify.mutate()}>
        Verify Email Address
      </Button>
    </>
  );
}

/** Shown when the address is verified already. */
function Verified() {
  const navigate = useNavigate();
  return (
    <Card>
      <PageHeading title="Email address verified" className="mb-3!" />
      <p className="mb-6">Your email address is already verified. There is nothing left to do.</p>
      <Button isBlock onClick={() => void navigate({ to: '/' })}>
        Go to Dashboard
      </Button>
    </Card>
  );
}

function DeadLink() {
  const navigate = useNavigate();
  return (
    <Card>
      <PageHeading title="Invalid or Expired Link" className="mb-3!" />
      <p>This verification link is invalid or has expired.</p>
      <p className="mt-3 mb-6 text-muted-foreground">
        Links work once, for 24 hours. Your profile shows whether your address is verified, and sends another link.
      </p>
      <Button isBlock onClick={() => void navigate({ to: '/profile' })}>
        Go to My Profile
      </Button>
    </Card>
  );
}
