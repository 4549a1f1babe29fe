import { CircleCheck, Hourglass, Info } from 'lucide-react';
import { AccessLabel, type AccessLabelText, AccessTypeBadge, AccessTypeIcon } from '../ui/AccessLabel.tsx';
import { Avatar } from '../ui/Avatar.tsx';
import { Badge, type BadgeTone } from '../ui/Badge.tsx';
import { Banner, type BannerTone } from '../ui/Banner.tsx';
import { Button } from '../ui/Button.tsx';
import { Card, CardHeader } from '../ui/Card.tsx';
import { Chip } from '../ui/Chip.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Facts } from '../ui/Facts.tsx';
import { LoadError } from '../ui/LoadError.tsx';
import { LoadErrorLine } from '../ui/LoadErrorLine.tsx';
import { Loaded, type LoadedQuery } from '../ui/Loaded.tsx';
import { Price } from '../ui/Price.tsx';
import { PrincipleLabel, PrincipleList, PrincipleMark, rappPrincipleOrder } from '../ui/PrincipleMark.tsx';
import { ProgressBar } from '../ui/ProgressBar.tsx';
import { QrCode } from '../ui/QrCode.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { StatePanel } from '../ui/StatePanel.tsx';
import { TextButton } from '../ui/TextLink.tsx';
import { TypeChip, TypeIcon } from '../ui/TypeChip.tsx';
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx';
import { ignore, Specimen, State } from './specimen.tsx';

const badgeTones: BadgeTone[] = ['neutral', 'success', 'warning', 'danger', 'info', 'free', 'purchase', 'subscription'];
const bannerTones: BannerTone[] = ['info', 'success', 'warning', 'danger'];
const accessLabels: AccessLabelText[] = [
  'Available',
  'Purchase Required',
  'Subscription Required',
  'You have access',
  'You do not have access',
  'Access Required',
];

export function Surfaces() {
  return (
    <>
      <Specimen name="Card">
        <State label="padded">
          <Card>
            <CardHeader title="Billing details" action={<TextButton>Edit</TextButton>} />
            <p>Harbour Trust, Wharf Road 4</p>
          </Card>
        </State>
        <State label="not padded">
          <Card isPadded={false}>
            <p>Content with its own padding, such as a table.</p>
          </Card>
        </State>
      </Specimen>
      <Specimen name="Badge">
        <State label={badgeTones.join(', ')}>
          <div className="flex flex-wrap gap-3">
            {badgeTones.map((tone) => (
              <Badge key={tone} tone={tone}>
                {tone}
              </Badge>
            ))}
          </div>
        </State>
        <State label="with icon">
          <Badge tone="success" icon={<CircleCheck size={14} />}>
            Paid
          </Badge>
        </State>
      </Specimen>
      <Specimen name="Chip">
        <State label="removable">
          <Chip removeLabel="Remove filter Report" onRemove={ignore}>
            Report
          </Chip>
        </State>
      </Specimen>
      <Specimen name="Banner">
        {bannerTones.map((tone) => (
          <State key={tone} label={tone} isWide>
            <Banner tone={tone} icon={<Info size={18} />}>
              Your subscription ends on 9 December.
            </Banner>
          </State>
        ))}
      </Specimen>
      <Specimen name="Facts">
        <State label="plain">
          <Facts
            facts={[
              { label: 'Plan', value: 'Monthly' },
              { label: 'Next payment', value: '9 December' },
            ]}
          />
        </State>
        <State label="boxed, with a sum">
          <Facts
            isBoxed
            facts={[
              { label: 'Price', value: '£40.00' },
              { label: 'Tax', value: '£8.00' },
              { label: 'Total', value: '£48.00', isSum: true },
            ]}
          />
        </State>
      </Specimen>
      <Specimen name="Price">
        {(['small', 'medium', 'large'] as const).map((size) => (
          <State key={size} label={size}>
            <Price amount={12} currency="GBP" interval="month" size={size} />
          </State>
        ))}
        <State label="before tax">
          <Price amount="40.00" currency="EUR" isBeforeTax />
        </State>
      </Specimen>
      <Specimen name="Avatar">
        <State label="small, large">
          <div className="flex items-center gap-3">
            <Avatar name="Mira Tollander" />
            <Avatar name="Mira Tollander" size="large" />
          </div>
        </State>
        <State label="a picture that is missing">
          <Avatar name="Mira Tollander" image="/media/missing" />
        </State>
      </Specimen>
      <Specimen name="VisuallyHidden">
        <State label="read out, not shown">
          <span>
            12<VisuallyHidden> resources</VisuallyHidden>
          </span>
        </State>
      </Specimen>
    </>
  );
}

export function Labels() {
  return (
    <>
      <Specimen name="AccessLabel">
        <State label="AccessLabel">
          <div className="flex flex-wrap gap-3">
            {accessLabels.map((label) => (
              <AccessLabel key={label} label={label} />
            ))}
          </div>
        </State>
        <State label="AccessTypeBadge">
          <div className="flex flex-wrap gap-3">
            <AccessTypeBadge accessType="free" name="Free" />
            <AccessTypeBadge accessType="purchase" name="Purchase" />
            <AccessTypeBadge accessType="subscription" name="Subscription" />
          </div>
        </State>
        <State label="AccessTypeIcon">
          <AccessTypeIcon accessType="purchase" />
        </State>
      </Specimen>
      <Specimen name="TypeChip">
        <State label="plain">
          <TypeChip type="report" name="Report" />
        </State>
        <State label="on a cover">
          <TypeChip type="online_tool" name="Online tool" isOnCover />
        </State>
        <State label="TypeIcon">
          <TypeIcon type="book" />
        </State>
      </Specimen>
      <Specimen name="PrincipleMark">
        {(['solid', 'art'] as const).map((tone) => (
          <State key={tone} label={tone}>
            <div className="flex gap-3">
              {rappPrincipleOrder.map((principle) => (
                <PrincipleMark key={principle} principle={principle} size={20} tone={tone} />
              ))}
            </div>
          </State>
        ))}
        <State label="on-brand">
          <div className="field-brand flex gap-3 rounded-lg p-4">
            <PrincipleMark principle="adaptive" size={20} tone="on-brand" />
          </div>
        </State>
        <State label="PrincipleLabel">
          <PrincipleLabel principle="people_centred" />
        </State>
        <State label="PrincipleList">
          <PrincipleList principles={['responsible', 'purpose_driven']} />
        </State>
      </Specimen>
    </>
  );
}

const query = <Data,>(fields: Partial<LoadedQuery<Data>>): LoadedQuery<Data> => ({
  data: undefined,
  isPending: false,
  error: null,
  isFetching: false,
  refetch: async () => undefined,
  ...fields,
});

export function States() {
  const skeleton = <Skeleton className="h-6 w-72" />;
  return (
    <>
      <Specimen name="Skeleton">
        <State label="loading">{skeleton}</State>
      </Specimen>
      <Specimen name="QrCode">
        <State label="of an address">
          <QrCode text="https://portal.example.org/verify" label="QR code of an address" className="size-48" />
        </State>
      </Specimen>
      <Specimen name="ProgressBar">
        {[0, 40, 100].map((percent) => (
          <State key={percent} label={`${percent} %`}>
            <ProgressBar percent={percent} label={`Progress of part ${percent}`} word="read" className="w-72" />
          </State>
        ))}
      </Specimen>
      <Specimen name="EmptyState">
        <State label="with an action" isWide>
          <EmptyState
            title="Nothing saved yet"
            description="Save a resource to find it here."
            action={<Button>Browse resources</Button>}
            headingLevel={3}
          />
        </State>
      </Specimen>
      <Specimen name="LoadError">
        <State label="with Try again" isWide>
          <LoadError title="Failed to fetch resources" description="Your saved list is safe." onRetry={ignore} />
        </State>
        <State label="busy" isWide>
          <LoadError title="Failed to fetch resources" onRetry={ignore} isBusy />
        </State>
      </Specimen>
      <Specimen name="LoadErrorLine">
        <State label="with Try again" isWide>
          <LoadErrorLine query={{ isFetching: false, refetch: ignore }}>Your gifts could not be loaded.</LoadErrorLine>
        </State>
      </Specimen>
      <Specimen name="Loaded">
        <State label="pending">
          <Loaded query={query<string>({ isPending: true })} skeleton={skeleton} failure="Failed to fetch the plan">
            {(plan) => plan}
          </Loaded>
        </State>
        <State label="data">
          <Loaded query={query({ data: 'Monthly' })} skeleton={skeleton} failure="Failed to fetch the plan">
            {(plan) => plan}
          </Loaded>
        </State>
        <State label="failed" isWide>
          <Loaded query={query<string>({})} skeleton={skeleton} failure="Failed to fetch the plan">
            {(plan) => plan}
          </Loaded>
        </State>
        <State label="an error with a screen of its own">
          <Loaded
            query={query<string>({ error: new Error('404') })}
            skeleton={skeleton}
            instead={({ message }) => message === '404' && 'This plan does not exist.'}
            failure="Failed to fetch the plan"
          >
            {(plan) => plan}
          </Loaded>
        </State>
      </Specimen>
      <Specimen name="StatePanel">
        <State label="with actions" isWide>
          <StatePanel
            title="We are checking your payment"
            icon={<Hourglass size={32} />}
            actions={<Button>Refresh</Button>}
          >
            <p>This takes a minute at most. You get a mail when it is done.</p>
          </StatePanel>
        </State>
      </Specimen>
    </>
  );
}
