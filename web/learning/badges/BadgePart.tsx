import { useQuery } from '@tanstack/react-query';
import { Copy, Download, ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { longDay } from '#contract/dates.ts';
import type { BadgeForm, HolderBadge } from '#contract/learning/badges.ts';
import type { Certificate } from '#contract/learning/learning-certificates.ts';
import { toast } from '#web/platform/toast.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { Fieldset } from '#web/ui/Fieldset.tsx';
import { LoadError } from '#web/ui/LoadError.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { Switch } from '#web/ui/Switch.tsx';
import { TextLink } from '#web/ui/TextLink.tsx';
import '#web/ui/all-classes.css';
import { badgeQuery, sharedBadgePath, useDownloadBadge, useIssueBadge, useShareBadge } from './api.ts';
import { shownText } from './display.ts';

type BadgePartProps = { certificate: Pick<Certificate, 'id' | 'code' | 'state'> };

/** Badge of a certificate for its holder: making it, downloading it and sharing it (BADGE-01, BADGE-02). */
export function BadgePart({ certificate }: BadgePartProps) {
  const { data, isLoadingError, isFetching, refetch } = useQuery(badgeQuery(certificate.id));
  const [isChanging, setChanging] = useState(false);
  if (isLoadingError) {
    return (
      <LoadError
        title="The badge did not load"
        description="It is safe. Check your connection, then try again."
        isBusy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  if (!data) {
    return (
      <div data-testid="skeleton">
        <p role="status" className="sr-only">
          Loading the badge
        </p>
        <Skeleton className="h-40 w-full rounded-lg!" />
      </div>
    );
  }
  const { badge } = data;
  const isValid = certificate.state === 'valid';
  if (badge && !isChanging) {
    return <Made certificate={certificate} badge={badge} onChange={isValid ? () => setChanging(true) : null} />;
  }
  if (!isValid) return <p className="text-sm">This certificate is no longer valid, so no badge can be made of it.</p>;
  return <ChoiceForm id={certificate.id} badge={badge} onDone={() => setChanging(false)} />;
}

type ChoiceFormProps = { id: number; badge: HolderBadge | null; onDone: () => void };

function ChoiceForm({ id, badge, onDone }: ChoiceFormProps) {
  const [choice, setChoice] = useState<BadgeForm>({
    showName: badge?.showName ?? false,
    proveAddress: badge?.proveAddress ?? false,
  });
  const issuing = useIssueBadge(id);
  const isSame =
    badge !== null &&
    !badge.namesFormerAddress &&
    badge.showName === choice.showName &&
    badge.proveAddress === choice.proveAddress;
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (!issuing.isPending) issuing.mutate(choice, { onSuccess: onDone });
      }}
    >
      <p className="text-sm">
        A badge is a signed file that other sites and wallets can check. It names the resource, its version and the day,
        and about you only what you choose here.
      </p>
      <Fieldset
        legend="What the badge says about you"
        hint="The hash lets people who know your address check that the badge is yours. It does not hide the address: anyone can guess it by trying likely addresses."
      >
        <Checkbox
          label="My name"
          checked={choice.showName}
          onChange={({ target }) => setChoice({ ...choice, showName: target.checked })}
        />
        <Checkbox
          label="A salted hash of my email address, which can be guessed"
          checked={choice.proveAddress}
          onChange={({ target }) => setChoice({ ...choice, proveAddress: target.checked })}
        />
      </Fieldset>
      {badge ? (
        <Banner>
          The new badge replaces the one that you have, and is not shared until you share it. Copies of the old one stay
          with those who have them; a check says that it was replaced.
        </Banner>
      ) : null}
      <div className="flex flex-wrap gap-3">
        <Button
          type="submit"
          isBusy={issuing.isPending}
          {...(isSame && { unavailableReason: 'The badge says this already.' })}
        >
          {badge ? 'Make new badge' : 'Make badge'}
        </Button>
        {badge ? (
          <Button variant="outline" onClick={onDone}>
            Keep it
          </Button>
        ) : null}
      </div>
    </form>
  );
}

type MadeProps = Pick<BadgePartProps, 'certificate'> & { badge: HolderBadge; onChange: (() => void) | null };

function Made({ certificate: { id, code }, badge, onChange }: MadeProps) {
  const json = useDownloadBadge(id, 'json');
  const picture = useDownloadBadge(id, 'png');
  const sharing = useShareBadge(id);
  return (
    <div className="flex flex-col gap-4">
      {badge.namesFormerAddress ? (
        <Banner tone="warning">
          This badge names an earlier address of this portal, where other sites no longer find its key. Make a new one.
        </Banner>
      ) : null}
      <p className="text-sm">
        Made on {longDay(badge.issuedAt)}. It shows {shownText(badge)}. The picture contains the badge, so keep the file
        as it is.
      </p>
      <div className="flex flex-wrap gap-3">
        <Button variant="outline" size="small" isBusy={picture.isPending} onClick={() => picture.mutate()}>
          {picture.isPending ? null : <Download size={16} />}
          Download picture
        </Button>
        <Button variant="outline" size="small" isBusy={json.isPending} onClick={() => json.mutate()}>
          {json.isPending ? null : <Download size={16} />}
          Download JSON
        </Button>
        {onChange ? (
          <Button variant="ghost" size="small" onClick={onChange}>
            Change what it says
          </Button>
        ) : null}
      </div>
      <Switch
        label="Share this badge"
        description="Anyone with the code of the certificate can then download the badge. Copies stay with those who have them, also when you end the sharing."
        checked={sharing.isPending ? sharing.variables : badge.isShared}
        onChange={({ target }) => sharing.mutate(target.checked)}
        disabled={sharing.isPending}
      />
      {badge.isShared ? <SharedLink code={code} /> : null}
    </div>
  );
}

function SharedLink({ code }: { code: string }) {
  const path = sharedBadgePath(code);
  async function copy() {
    try {
      await navigator.clipboard.writeText(new URL(path, location.origin).href);
      toast({ title: 'The link is copied', tone: 'success' });
    } catch {
      toast({ title: 'The link was not copied', description: 'Copy it from the link itself.', tone: 'destructive' });
    }
  }
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
      <TextLink href={path} target="_blank" rel="noreferrer">
        Link of the badge
        <ExternalLink size={16} />
      </TextLink>
      <Button variant="outline" size="small" onClick={() => void copy()}>
        <Copy size={16} />
        Copy link
      </Button>
    </div>
  );
}
