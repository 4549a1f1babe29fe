import { useQuery } from '@tanstack/react-query';
import { AccessDenied } from '../../../admin/AccessDenied.tsx';
import { paths } from '../../../paths.ts';
import { usePage } from '../../../platform/page.ts';
import { Loaded } from '../../../ui/Loaded.tsx';
import { PageHeading } from '../../../ui/PageHeading.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { useMember } from '../../accounts/api.ts';
import { needsQuery } from '../api.ts';
import { NeedsBoard } from './NeedsBoard.tsx';

const trail = [{ label: 'Admin Dashboard', href: paths.admin() }];

/** What the assessment tells about what to publish next. */
export function NeedsScreen() {
  const { role } = useMember();
  return role === 'administrator' ? <Needs /> : <AccessDenied />;
}

function Needs() {
  usePage('What members need', trail);
  return (
    <>
      <PageHeading
        title="What members need"
        subtitle="From members' latest readiness assessments: the actions they need most, and what nothing is published for."
      />
      <Loaded
        query={useQuery({ ...needsQuery, staleTime: 0 })}
        skeleton={<Skeleton className="h-120 w-full rounded-lg!" />}
        failure="Failed to fetch what members need"
      >
        {(needs) => <NeedsBoard needs={needs} />}
      </Loaded>
    </>
  );
}
