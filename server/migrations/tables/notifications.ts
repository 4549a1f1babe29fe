export type NotificationsTables = {
  listed_resources: { resource_id: number; week: string };
};
