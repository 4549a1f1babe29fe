import type { ReactNode } from 'react';
import type { OpenGift } from '#contract/commerce/purchases.ts';
import type { OpenInvitation } from '#contract/organisations/organisations.ts';
import type { PublicSummary } from '#contract/pages/storefront.ts';
import { typeNames } from '#web/catalogue/catalogue/display.ts';
import { seenOfNewcomers } from '#web/organisations/organisations/seen-display.ts';
import { KeptResultPanel } from './KeptResultPanel.tsx';
import { Context, From, ResourceFacts, Seen, Title } from './OccasionParts.tsx';
import { firstNameOf, type Occasion } from './occasion-display.ts';
import { useReturnResource } from './return-api.ts';

/** Panel beside the form: the gift or invitation, and the person behind it (ENTRY-03). */
export function MailedPanel({ occasion }: { occasion: Occasion }) {
  return occasion.kind === 'gift' ? <Gift gift={occasion.opened} /> : <Invitation invitation={occasion.opened} />;
}

/**
 * Panel beside the form: the result or the resource that the visitor comes from (ENTRY-05); `otherwise` for other
 * pages.
 */
export function OccasionPanel({ target, otherwise }: { target: string; otherwise: ReactNode }) {
  const resource = useReturnResource(target);
  if (target.startsWith('/assessment/keep')) return <KeptResultPanel otherwise={otherwise} />;
  return resource ? <ReturnPanel resource={resource} /> : otherwise;
}

function Gift({ gift }: { gift: OpenGift }) {
  const { from, message, title, type } = gift;
  const kindOfGift = typeNames[type].toLowerCase();
  return (
    <Context>
      <From name={from}>gives you a gift</From>
      <Title>
        A gift for you from <span translate="no">{firstNameOf(from)}</span>
      </Title>
      <Message text={message} />
      <ResourceFacts
        resource={{ ...gift, id: gift.resourceId }}
        note={`Paid for. This ${kindOfGift} stays in your account.`}
        title={title}
      />
      <Seen>
        <span translate="no">{firstNameOf(from)}</span> sees that the gift was accepted, not what you read or how far.
      </Seen>
    </Context>
  );
}

function Message({ text }: { text: string | null }) {
  if (!text) return null;
  return (
    <blockquote className="border-l-2 border-on-brand-muted pl-4 whitespace-pre-line wrap-anywhere">
      “{text}”
    </blockquote>
  );
}

function Invitation({ invitation: { organisation, invitedBy, message } }: { invitation: OpenInvitation }) {
  return (
    <Context>
      {invitedBy ? (
        <From name={invitedBy.name}>
          {invitedBy.role === 'owner' ? 'Owner' : 'Manager'} at {organisation}
        </From>
      ) : null}
      <Title>Join {organisation}</Title>
      <Message text={message} />
      <p>You find what {organisation} assigns to you, and open what it pays for. What you buy yourself stays yours.</p>
      <Seen>{seenOfNewcomers}</Seen>
    </Context>
  );
}

function ReturnPanel({ resource }: { resource: PublicSummary }) {
  return (
    <Context>
      <Title>One step away</Title>
      <ResourceFacts resource={resource} note={resource.description} title={resource.title} />
      <p className="text-on-brand-muted">You return to it as soon as you are in.</p>
    </Context>
  );
}
