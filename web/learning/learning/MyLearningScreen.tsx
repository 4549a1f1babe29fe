import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { ownOrganisation } from '#web/organisations/organisations/api.ts';
import { linkTo } from '#web/platform/link.tsx';
import { usePage } from '#web/platform/page.ts';
import { Loaded } from '#web/ui/Loaded.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { MyLearning } from './MyLearning.tsx';
import '#web/ui/all-classes.css';

const trail = [{ label: 'Organisation', link: linkTo({ to: '/organisation' }) }];

/** Screen with a person's own learning, also for owners and managers. It redirects people without an organisation. */
export function MyLearningScreen() {
  usePage('Your learning', trail);
  return (
    <Loaded
      query={useQuery(ownOrganisation)}
      skeleton={<Skeleton className="h-64 w-full rounded-lg!" />}
      failure="Your organisation did not load"
      safe="Nothing was changed. Check your connection, then try again."
    >
      {(organisation) =>
        organisation === null ? <Navigate to="/organisation" replace /> : <MyLearning organisation={organisation} />
      }
    </Loaded>
  );
}
