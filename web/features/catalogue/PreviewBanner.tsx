import { Eye } from 'lucide-react';
import { paths } from '../../paths.ts';
import { AppLink } from '../../platform/link.tsx';
import { Banner } from '../../ui/Banner.tsx';

/** Stands over a resource that an administrator looks at as members see it, or will see it. */
export function PreviewBanner({ isPublished }: { isPublished: boolean }) {
  return (
    <div className="mb-6">
      <Banner tone={isPublished ? 'info' : 'warning'} icon={<Eye size={18} />}>
        <p>
          {isPublished
            ? 'Preview: this is what a member sees who has bought nothing.'
            : 'Preview: members do not see this yet.'}{' '}
          <AppLink href={paths.admin()} className="font-semibold underline underline-offset-2">
            Back to the Admin Dashboard
          </AppLink>
        </p>
      </Banner>
    </div>
  );
}
