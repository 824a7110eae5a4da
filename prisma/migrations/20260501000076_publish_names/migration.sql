-- Names the triggers that publish events to apps as the functions that publish events to accounts are named.
ALTER FUNCTION tell_apps_of_events() RENAME TO publish_events_to_apps;
ALTER TRIGGER tell_apps_of_events ON webhook_event RENAME TO publish_events_to_apps;

ALTER FUNCTION tell_app_of_grant() RENAME TO publish_grant_to_app;
ALTER TRIGGER tell_app_of_new_grant ON oauth_grant RENAME TO publish_new_grant_to_app;
ALTER TRIGGER tell_app_of_changed_grant ON oauth_grant RENAME TO publish_changed_grant_to_app;
