/** The measures of a row, shared with its placeholder. Five columns from 1280 px, so that rows of all types align. */
export const rowClasses = {
  row:
    'grid grid-cols-[1.125rem_4rem_minmax(0,1fr)] items-start gap-x-4 gap-y-3 p-4 ' +
    'md:grid-cols-[1.125rem_4rem_minmax(0,1fr)_auto] ' +
    'xl:grid-cols-[1.125rem_5rem_minmax(0,1fr)_6.5rem_27.25rem] xl:items-center xl:px-6',
  cover: 'rounded-sm border border-border',
  status: 'max-md:col-span-full',
  actions: 'col-span-full flex flex-wrap items-center gap-1 xl:col-span-1 xl:justify-end',
};
