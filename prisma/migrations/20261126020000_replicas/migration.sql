-- The bytes that each account may store. A row instead of a setting of the session, which poolers such as PgBouncer don't keep.
CREATE TABLE "account_limit" (
    "is_only" BOOLEAN NOT NULL DEFAULT true,
    "max_bytes" BIGINT NOT NULL,

    CONSTRAINT "account_limit_pkey" PRIMARY KEY ("is_only"),
    CONSTRAINT "account_limit_is_only_check" CHECK ("is_only")
);

-- NULL, no quota, for an import by the operator, which says so on its own connection.
CREATE OR REPLACE FUNCTION account_max_bytes() RETURNS bigint LANGUAGE sql STABLE AS
  $$ SELECT max_bytes FROM account_limit WHERE current_setting('matinee.account_limit', true) IS DISTINCT FROM 'off' $$;

-- Jobs that only one replica runs at a time.
CREATE TABLE "leases" (
    "name" TEXT NOT NULL,
    "holder" UUID NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "leases_pkey" PRIMARY KEY ("name")
);

-- Rises when an administrator corrects a match, so that other replicas read the library again.
CREATE TABLE "library_revision" (
    "is_only" BOOLEAN NOT NULL DEFAULT true,
    "revision" BIGINT NOT NULL,

    CONSTRAINT "library_revision_pkey" PRIMARY KEY ("is_only"),
    CONSTRAINT "library_revision_is_only_check" CHECK ("is_only")
);
INSERT INTO "library_revision" ("revision") VALUES (0);
