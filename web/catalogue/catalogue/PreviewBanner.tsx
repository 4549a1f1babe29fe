import { Link, useSearch } from '@tanstack/react-router';
import { Eye } from 'lucide-react';
import { useMember } from '#web/identity/accounts/api.ts';
import { Banner } from '#web/ui/Banner.tsx';

export function PreviewBanner({ isPublished }: { isPublished: boolean }) {
  return (
    <div className="mb-6">
      <Banner tone={isPublished ? 'info' : 'warning'} icon={<Eye size={18} />}>
        <p>
          {isPublished
            ? 'Preview: this is what members without a purchase see.'
            : 'Preview: members do not see this yet.'}{' '}
          <Link to="/admin-dashboard" className="font-semibold underline underline-offset-2">
            Back to the Admin Dashboard
          </Link>
        </p>
      </Banner>
    </div>
  );
}

/** Whether an administrator previews a resource. For other members the parameter has no effect. */
export function useIsPreview(): boolean {
  const { role } = useMember();
  return useSearch({ from: '/members/shell/resource/$id' }).preview === 'true' && role === 'administrator';
}
