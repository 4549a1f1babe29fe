import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { AuthFrame } from '#web/identity/sign-in/AuthFrame.tsx';
import { addressToken } from '#web/platform/address-token.ts';
import { ApiError } from '#web/platform/errors.ts';
import { usePage } from '#web/platform/page.ts';
import { Button } from '#web/ui/Button.tsx';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { useUnsubscribe } from './api.ts';

/** Page behind the unsubscribe link of a mail. It asks first, then shows the result. */
export function UnsubscribeScreen() {
  const [token] = useState(addressToken);
  usePage('Unsubscribe');
  return <AuthFrame>{token === null ? <DeadLink /> : <Question token={token} />}</AuthFrame>;
}

function Question({ token }: { token: string }) {
  const { mutate, data, error, isPending } = useUnsubscribe(token);
  if (data) return <Outcome title="You are unsubscribed" sentence={data.message} />;
  if (error instanceof ApiError && error.status === 400) return <DeadLink />;
  return (
    <>
      <PageHeading
        title="Unsubscribe"
        subtitle="Stop emails of this kind? Your account and all other emails stay as they are."
        className="mb-0!"
      />
      {error ? <p role="alert">That did not work. Please try again in a moment.</p> : null}
      <Button isBlock isBusy={isPending} onClick={() => mutate()}>
        Stop these emails
      </Button>
    </>
  );
}

function DeadLink() {
  return (
    <Outcome
      title="This link is not valid"
      sentence="Part of the link is missing. Sign in and switch these emails off under Settings."
    />
  );
}

function Outcome({ title, sentence }: { title: string; sentence: string }) {
  return (
    <div role="status">
      <PageHeading title={title} subtitle={sentence} className="mb-6!" />
      <Link to="/settings">Go to Settings</Link>
    </div>
  );
}
