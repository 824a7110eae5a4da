-- The audit log names the transfer of a store by its term.
UPDATE audit_entry SET action = 'store.ownership_transferred' WHERE action = 'store.handed_over';
