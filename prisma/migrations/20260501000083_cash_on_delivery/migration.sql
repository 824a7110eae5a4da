-- A store may confirm an order that is to be paid in cash on delivery. The method of a payment never changes, and the
-- payment precedes the seller orders. A trigger copies it, so that processes of the previous version do so too.
ALTER TABLE seller_order ADD COLUMN cash_on_delivery boolean NOT NULL DEFAULT false;
CREATE FUNCTION seller_order_cash_on_delivery() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.cash_on_delivery := EXISTS (SELECT FROM payment WHERE order_id = NEW.order_id AND method = 'cod');
  RETURN NEW;
END $$;
CREATE TRIGGER seller_order_cash_on_delivery BEFORE INSERT ON seller_order FOR EACH ROW
  EXECUTE FUNCTION seller_order_cash_on_delivery();
