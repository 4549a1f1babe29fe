import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { Bot, Check, CircleAlert, CircleCheck, Unplug } from 'lucide-react';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { authorizePath } from '#contract/identity/assistants.endpoints.ts';
import type { AssistantRequest } from '#contract/identity/assistants.ts';
import { usePortalConfig } from '#web/platform/config.ts';
import { isAsked } from '#web/platform/confirmation.ts';
import { ApiError, sentenceOf } from '#web/platform/errors.ts';
import { usePage } from '#web/platform/page.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { Facts } from '#web/ui/Facts.tsx';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { StatePanel } from '#web/ui/StatePanel.tsx';
import { TextLink } from '#web/ui/TextLink.tsx';
import { Wordmark } from '#web/ui/Wordmark.tsx';
import { useMember } from '../accounts/api.ts';
import { fullName } from '../accounts/display.ts';
import { assistantRequestQuery } from './api.ts';
import { backText, permissionsOf, placeText, requestOf, warningOf } from './display.ts';
import '#web/ui/all-classes.css';

/** The page on which a member decides what an assistant may do (MCP-02). */
export function ConsentScreen() {
  const portal = usePortalConfig();
  usePage('Connect an assistant');
  useOwnPolicy();
  return (
    <main id="main" className="mx-auto flex min-h-dvh w-full max-w-120 flex-col justify-center gap-6 px-4 py-8">
      <Wordmark portal={portal} />
      {portal.assistants ? (
        <Request />
      ) : (
        <StatePanel
          headingLevel={1}
          title="No assistant can be connected"
          icon={<Unplug size={32} className="text-muted-foreground" />}
        >
          <p>This portal does not connect assistants. Ask its administrators.</p>
        </StatePanel>
      )}
    </main>
  );
}

/**
 * Loads the page as a document of its own. The policy that lets its form be answered by a redirect to the client
 * belongs to the document of this URL.
 */
function useOwnPolicy() {
  useEffect(() => {
    const [opened] = performance.getEntriesByType('navigation');
    if (opened && new URL(opened.name).pathname !== authorizePath) location.reload();
  }, []);
}

/** The query of the page's URL, with which the form is sent. */
const useQueryText = () => useLocation({ select: ({ searchStr }) => searchStr });

function Request() {
  const { data, error, isPending, isFetching, refetch } = useQuery(assistantRequestQuery(requestOf(useQueryText())));
  if (isPending) {
    return (
      <div role="status">
        <span className="sr-only">Loading the request</span>
        <Skeleton className="h-96 w-full rounded-lg!" />
      </div>
    );
  }
  if (error) {
    const mayHelp = !(error instanceof ApiError) || error.status >= 429;
    return (
      <Rejected title="This assistant cannot be connected" sentence={sentenceOf(error)}>
        {mayHelp ? (
          <Button isBusy={isFetching} onClick={() => void refetch()}>
            Try again
          </Button>
        ) : null}
      </Rejected>
    );
  }
  if (data.refusal) {
    return (
      <Rejected
        title="The assistant asked in a wrong way"
        sentence={`${data.name} cannot be connected. Tell its maker: ${data.refusal.message}`}
      >
        <TextLink href={data.refusal.returnUrl}>{backText(data.returnsTo)}</TextLink>
      </Rejected>
    );
  }
  return <Decision request={data} />;
}

function Rejected({ title, sentence, children }: { title: string; sentence: string; children: ReactNode }) {
  return (
    <StatePanel
      headingLevel={1}
      title={title}
      icon={<CircleAlert size={32} className="text-danger-text" />}
      actions={children}
    >
      <p>{sentence}</p>
    </StatePanel>
  );
}

/** The browser itself sends the form, because the response is a redirect, also to an app on this device. */
function Decision({ request }: { request: AssistantRequest }) {
  const { name, host, returnsTo, scopes } = request;
  const [sent, setSent] = useState<string | null>(null);
  const member = useMember();
  const search = useQueryText();
  const warning = warningOf(returnsTo, host);

  // If the sign-in is not fresh any more when the form arrives, the server leads back to this page.
  const isFresh = useRef(!request.needsConfirmation);

  async function confirmThenSend(form: HTMLFormElement, button: HTMLElement) {
    isFresh.current = await isAsked('confirm');
    if (isFresh.current) form.requestSubmit(button);
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    // Safe casts: the event is of a form, which one of its two buttons sends.
    const { submitter } = event.nativeEvent as SubmitEvent;
    const button = submitter as HTMLButtonElement;
    if (button.value === 'allow' && !isFresh.current) {
      event.preventDefault();
      void confirmThenSend(event.currentTarget, button);
      return;
    }
    // The browser reads the form after this event.
    setTimeout(() => setSent(button.value));
  }

  if (sent !== null) return <Sent isAllowed={sent === 'allow'} name={name} />;
  return (
    <Card>
      <form method="post" action={`${authorizePath}${search}`} onSubmit={submit} className="flex flex-col gap-5">
        <PageHeading
          title={`Connect ${name}?`}
          subtitle="This assistant asks for access to your account."
          above={<Bot size={32} className="text-muted-foreground" />}
          className="mb-0!"
        />
        <Facts
          isBoxed
          facts={[
            { label: 'Assistant', value: `${name} (${host ?? 'not verified'})` },
            { label: 'Your account', value: `${fullName(member)}, ${member.email}` },
            { label: 'Answer goes to', value: placeText(returnsTo) },
          ]}
        />
        <div>
          <h2 className="text-base">What it may do</h2>
          <ul className="mt-2 flex flex-col gap-2 text-sm">
            {permissionsOf(scopes).map((permission) => (
              <li key={permission} className="flex items-start gap-2">
                <Check size={16} className="mt-0.5 flex-none text-success-text" />
                {permission}
              </li>
            ))}
          </ul>
          <p className="mt-3 text-sm text-muted-foreground">
            It reads only what you can open, and sends what it reads to the company that runs it. You can disconnect it
            in your settings at any time.
          </p>
        </div>
        {warning === null ? null : <Banner tone="warning">{warning}</Banner>}
        <input type="hidden" name="member" value={member.id} />
        <div className="flex flex-wrap gap-3 *:flex-1">
          <Button type="submit" variant="outline" name="answer" value="deny">
            Deny
          </Button>
          <Button type="submit" name="answer" value="allow">
            Allow
          </Button>
        </div>
      </form>
    </Card>
  );
}

/** Stays when the answer went to an app on this device, because the browser then keeps the page. */
function Sent({ isAllowed, name }: { isAllowed: boolean; name: string }) {
  return (
    <StatePanel
      headingLevel={1}
      title={isAllowed ? `${name} gets your answer` : 'You denied it'}
      icon={<CircleCheck size={32} className={isAllowed ? 'text-success-text' : 'text-muted-foreground'} />}
    >
      <p>Go on in the assistant. You can close this page.</p>
    </StatePanel>
  );
}
