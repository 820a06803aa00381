SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;
CREATE SCHEMA drizzle;
CREATE FUNCTION public.count_likes() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
  ids text[] := array(SELECT DISTINCT comment_id FROM changed);
BEGIN
  PERFORM 1 FROM comments WHERE id = ANY (ids) ORDER BY id FOR NO KEY UPDATE;
  UPDATE comments
  SET number_of_likes = number_of_likes + counted.number * CASE tg_op WHEN 'INSERT' THEN 1 ELSE -1 END
  FROM (SELECT comment_id, count(*) AS number FROM changed GROUP BY comment_id) AS counted
  WHERE comments.id = counted.comment_id AND comments.id = ANY (ids);
  RETURN NULL;
END $$;
CREATE FUNCTION public.delete_picture_uses() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  DELETE FROM picture_uses WHERE owner_id = old.id AND kind = tg_argv[0];
  RETURN NULL;
END $$;
CREATE FUNCTION public.delete_picture_uses_of_revision() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  DELETE FROM picture_uses
  WHERE owner_id = old.document_id AND kind = 'version' AND number = old.number;
  RETURN NULL;
END $$;
CREATE FUNCTION public.set_post_tag_order() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  SELECT posts.created_at, posts.seq INTO new.created_at, new.post_seq
  FROM posts WHERE posts.id = new.post_id;
  RETURN new;
END $$;
SET default_tablespace = '';
SET default_table_access_method = heap;
CREATE TABLE drizzle.__drizzle_migrations (
    id integer NOT NULL,
    hash text NOT NULL,
    created_at bigint
);
CREATE SEQUENCE drizzle.__drizzle_migrations_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE drizzle.__drizzle_migrations_id_seq OWNED BY drizzle.__drizzle_migrations.id;
CREATE TABLE public.audit (
    seq bigint NOT NULL,
    id text NOT NULL COLLATE pg_catalog."C",
    at bigint NOT NULL,
    actor text NOT NULL COLLATE pg_catalog."C",
    action text NOT NULL COLLATE pg_catalog."C",
    subject text NOT NULL COLLATE pg_catalog."C",
    address text NOT NULL COLLATE pg_catalog."C",
    details text NOT NULL COLLATE pg_catalog."C"
);
CREATE SEQUENCE public.audit_seq_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.audit_seq_seq OWNED BY public.audit.seq;
CREATE TABLE public.categories (
    slug text NOT NULL COLLATE pg_catalog."C",
    label text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public.challenges (
    id_hash text NOT NULL COLLATE pg_catalog."C",
    kind text NOT NULL COLLATE pg_catalog."C",
    user_id text COLLATE pg_catalog."C",
    challenge text NOT NULL COLLATE pg_catalog."C",
    tries integer DEFAULT 0 NOT NULL,
    created_at bigint NOT NULL,
    expires_at bigint NOT NULL
);
CREATE TABLE public.changes (
    seq bigint NOT NULL,
    action text NOT NULL COLLATE pg_catalog."C",
    post_id text NOT NULL COLLATE pg_catalog."C",
    slug text NOT NULL COLLATE pg_catalog."C",
    at bigint NOT NULL,
    is_bulk boolean DEFAULT false NOT NULL
);
CREATE TABLE public.comments (
    seq bigint NOT NULL,
    id text NOT NULL COLLATE pg_catalog."C",
    post_id text NOT NULL COLLATE pg_catalog."C",
    user_id text NOT NULL COLLATE pg_catalog."C",
    content text NOT NULL COLLATE pg_catalog."C",
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    number_of_likes integer DEFAULT 0 NOT NULL,
    CONSTRAINT comments_length CHECK (((length(content) >= 1) AND (length(content) <= 200)))
);
CREATE SEQUENCE public.comments_seq_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.comments_seq_seq OWNED BY public.comments.seq;
CREATE TABLE public.devices (
    id_hash text NOT NULL COLLATE pg_catalog."C",
    user_id text NOT NULL COLLATE pg_catalog."C",
    expires_at bigint NOT NULL,
    created_at bigint NOT NULL
);
CREATE TABLE public.documents (
    seq bigint NOT NULL,
    id text NOT NULL COLLATE pg_catalog."C",
    user_id text NOT NULL COLLATE pg_catalog."C",
    status text DEFAULT 'draft'::text NOT NULL COLLATE pg_catalog."C",
    title text DEFAULT ''::text NOT NULL COLLATE pg_catalog."C",
    slug text DEFAULT ''::text NOT NULL COLLATE pg_catalog."C",
    category text DEFAULT ''::text NOT NULL COLLATE pg_catalog."C",
    image text DEFAULT ''::text NOT NULL COLLATE pg_catalog."C",
    is_featured boolean DEFAULT false NOT NULL,
    revision integer DEFAULT 1 NOT NULL,
    published_revision integer,
    scheduled_at bigint,
    published_at bigint,
    published_for bigint,
    trashed_at bigint,
    trashed_from text COLLATE pg_catalog."C",
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    tags text DEFAULT '[]'::text NOT NULL COLLATE pg_catalog."C",
    series text DEFAULT ''::text NOT NULL COLLATE pg_catalog."C",
    series_position integer DEFAULT 0 NOT NULL,
    image_alt text DEFAULT ''::text NOT NULL COLLATE pg_catalog."C",
    seo text DEFAULT '{}'::text NOT NULL COLLATE pg_catalog."C",
    noindex boolean DEFAULT false NOT NULL,
    category_label text DEFAULT ''::text NOT NULL COLLATE pg_catalog."C",
    text text DEFAULT ''::text NOT NULL COLLATE pg_catalog."C",
    content text DEFAULT ''::text NOT NULL COLLATE pg_catalog."C"
);
CREATE SEQUENCE public.documents_seq_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.documents_seq_seq OWNED BY public.documents.seq;
CREATE TABLE public.feed (
    id text NOT NULL COLLATE pg_catalog."C",
    seq bigint NOT NULL
);
CREATE TABLE public.hidden_comments (
    seq bigint NOT NULL,
    id text NOT NULL COLLATE pg_catalog."C",
    post_id text NOT NULL COLLATE pg_catalog."C",
    user_id text NOT NULL COLLATE pg_catalog."C",
    content text NOT NULL COLLATE pg_catalog."C",
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    CONSTRAINT hidden_comments_length CHECK (((length(content) >= 1) AND (length(content) <= 200)))
);
CREATE TABLE public.hidden_likes (
    comment_id text NOT NULL COLLATE pg_catalog."C",
    user_id text NOT NULL COLLATE pg_catalog."C",
    created_at bigint NOT NULL
);
CREATE TABLE public.hidden_posts (
    seq bigint NOT NULL,
    id text NOT NULL COLLATE pg_catalog."C",
    slug text NOT NULL COLLATE pg_catalog."C",
    post text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public.identities (
    issuer text NOT NULL COLLATE pg_catalog."C",
    subject text NOT NULL COLLATE pg_catalog."C",
    user_id text NOT NULL COLLATE pg_catalog."C",
    created_at bigint NOT NULL,
    from_unknown_browser boolean DEFAULT false NOT NULL
);
CREATE TABLE public.jobs (
    id text NOT NULL COLLATE pg_catalog."C",
    kind text NOT NULL COLLATE pg_catalog."C",
    user_id text NOT NULL COLLATE pg_catalog."C",
    task text NOT NULL COLLATE pg_catalog."C",
    result text COLLATE pg_catalog."C",
    taken_until bigint,
    created_at bigint NOT NULL,
    expires_at bigint NOT NULL
);
CREATE TABLE public.leases (
    name text NOT NULL COLLATE pg_catalog."C",
    holder text NOT NULL COLLATE pg_catalog."C",
    token bigint NOT NULL,
    expires_at bigint NOT NULL
);
CREATE TABLE public.likes (
    comment_id text NOT NULL COLLATE pg_catalog."C",
    user_id text NOT NULL COLLATE pg_catalog."C",
    created_at bigint NOT NULL
);
CREATE TABLE public.mail (
    id text NOT NULL COLLATE pg_catalog."C",
    kind text NOT NULL COLLATE pg_catalog."C",
    "to" text NOT NULL COLLATE pg_catalog."C",
    payload text NOT NULL COLLATE pg_catalog."C",
    state text DEFAULT 'queued'::text NOT NULL COLLATE pg_catalog."C",
    attempts integer DEFAULT 0 NOT NULL,
    error text COLLATE pg_catalog."C",
    not_before bigint NOT NULL,
    dedupe_key text COLLATE pg_catalog."C",
    created_at bigint NOT NULL,
    sent_at bigint
);
CREATE TABLE public.nodes (
    id text NOT NULL COLLATE pg_catalog."C",
    role text NOT NULL COLLATE pg_catalog."C",
    release text NOT NULL COLLATE pg_catalog."C",
    cursor bigint NOT NULL,
    failed integer NOT NULL,
    heartbeat bigint NOT NULL
);
CREATE TABLE public.passkeys (
    id text NOT NULL COLLATE pg_catalog."C",
    user_id text NOT NULL COLLATE pg_catalog."C",
    credential_id text NOT NULL COLLATE pg_catalog."C",
    public_key text NOT NULL COLLATE pg_catalog."C",
    counter integer NOT NULL,
    transports text NOT NULL COLLATE pg_catalog."C",
    is_backed_up boolean DEFAULT false NOT NULL,
    name text NOT NULL COLLATE pg_catalog."C",
    created_at bigint NOT NULL,
    last_used_at bigint,
    from_unknown_browser boolean DEFAULT false NOT NULL
);
CREATE TABLE public.picture_uses (
    picture text NOT NULL COLLATE pg_catalog."C",
    kind text NOT NULL COLLATE pg_catalog."C",
    owner_id text NOT NULL COLLATE pg_catalog."C",
    number integer DEFAULT 0 NOT NULL
);
CREATE TABLE public.pictures (
    url text NOT NULL COLLATE pg_catalog."C",
    user_id text COLLATE pg_catalog."C",
    kind text NOT NULL COLLATE pg_catalog."C",
    width integer NOT NULL,
    height integer NOT NULL,
    bytes bigint NOT NULL,
    stored_bytes bigint DEFAULT 0 NOT NULL,
    widths text NOT NULL COLLATE pg_catalog."C",
    created_at bigint NOT NULL,
    alt text DEFAULT ''::text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public.post_tags (
    post_id text NOT NULL COLLATE pg_catalog."C",
    tag text NOT NULL COLLATE pg_catalog."C",
    "position" integer NOT NULL,
    is_former boolean DEFAULT false NOT NULL,
    created_at bigint DEFAULT 0 NOT NULL,
    post_seq bigint DEFAULT 0 NOT NULL
);
CREATE TABLE public.post_words (
    post_seq bigint NOT NULL,
    words tsvector NOT NULL
);
CREATE TABLE public.posts (
    seq bigint NOT NULL,
    id text NOT NULL COLLATE pg_catalog."C",
    user_id text NOT NULL COLLATE pg_catalog."C",
    title text NOT NULL COLLATE pg_catalog."C",
    slug text NOT NULL COLLATE pg_catalog."C",
    category text DEFAULT 'uncategorized'::text NOT NULL COLLATE pg_catalog."C",
    image text DEFAULT ''::text NOT NULL COLLATE pg_catalog."C",
    is_demo boolean DEFAULT false NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    text text NOT NULL COLLATE pg_catalog."C",
    content text NOT NULL COLLATE pg_catalog."C",
    image_alt text DEFAULT ''::text NOT NULL COLLATE pg_catalog."C",
    guid text DEFAULT ''::text NOT NULL COLLATE pg_catalog."C",
    is_featured boolean DEFAULT false NOT NULL,
    noindex boolean DEFAULT false NOT NULL,
    seo text DEFAULT '{}'::text NOT NULL COLLATE pg_catalog."C"
);
CREATE SEQUENCE public.posts_seq_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.posts_seq_seq OWNED BY public.posts.seq;
CREATE TABLE public.preview_links (
    id_hash text NOT NULL COLLATE pg_catalog."C",
    document_id text NOT NULL COLLATE pg_catalog."C",
    user_id text NOT NULL COLLATE pg_catalog."C",
    created_at bigint NOT NULL,
    expires_at bigint NOT NULL
);
CREATE TABLE public.rate_limits (
    key text NOT NULL COLLATE pg_catalog."C",
    points integer NOT NULL,
    expires_at bigint
);
CREATE TABLE public.recovery_codes (
    user_id text NOT NULL COLLATE pg_catalog."C",
    code_hash text NOT NULL COLLATE pg_catalog."C",
    used_at bigint,
    created_at bigint NOT NULL
);
CREATE TABLE public.redirects (
    "from" text NOT NULL COLLATE pg_catalog."C",
    post_id text NOT NULL COLLATE pg_catalog."C",
    status integer DEFAULT 301 NOT NULL,
    created_at bigint NOT NULL
);
CREATE TABLE public.referrers (
    day integer NOT NULL,
    host text NOT NULL COLLATE pg_catalog."C",
    views integer NOT NULL
);
CREATE TABLE public.revisions (
    document_id text NOT NULL COLLATE pg_catalog."C",
    number integer NOT NULL,
    kind text DEFAULT 'auto'::text NOT NULL COLLATE pg_catalog."C",
    name text DEFAULT ''::text NOT NULL COLLATE pg_catalog."C",
    user_id text NOT NULL COLLATE pg_catalog."C",
    added integer DEFAULT 0 NOT NULL,
    removed integer DEFAULT 0 NOT NULL,
    created_at bigint NOT NULL,
    title text NOT NULL COLLATE pg_catalog."C",
    meta text NOT NULL COLLATE pg_catalog."C",
    content text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public.series (
    slug text NOT NULL COLLATE pg_catalog."C",
    title text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public.series_posts (
    post_id text NOT NULL COLLATE pg_catalog."C",
    series text NOT NULL COLLATE pg_catalog."C",
    "position" integer NOT NULL,
    is_former boolean DEFAULT false NOT NULL
);
CREATE TABLE public.sessions (
    id_hash text NOT NULL COLLATE pg_catalog."C",
    user_id text NOT NULL COLLATE pg_catalog."C",
    expires_at bigint NOT NULL,
    proven_at bigint DEFAULT 0 NOT NULL,
    created_at bigint NOT NULL,
    public_id text DEFAULT ''::text NOT NULL COLLATE pg_catalog."C",
    browser text DEFAULT ''::text NOT NULL COLLATE pg_catalog."C",
    network text DEFAULT ''::text NOT NULL COLLATE pg_catalog."C",
    last_used_at bigint DEFAULT 0 NOT NULL
);
CREATE TABLE public.settings (
    key text NOT NULL COLLATE pg_catalog."C",
    value text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public.sign_in_flows (
    id_hash text NOT NULL COLLATE pg_catalog."C",
    attempt text NOT NULL COLLATE pg_catalog."C",
    identity text COLLATE pg_catalog."C",
    expires_at bigint NOT NULL
);
CREATE TABLE public.tags (
    slug text NOT NULL COLLATE pg_catalog."C",
    label text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public.tokens (
    id_hash text NOT NULL COLLATE pg_catalog."C",
    kind text NOT NULL COLLATE pg_catalog."C",
    user_id text NOT NULL COLLATE pg_catalog."C",
    email text NOT NULL COLLATE pg_catalog."C",
    code_hash text COLLATE pg_catalog."C",
    code_tries integer DEFAULT 0 NOT NULL,
    used_at bigint,
    created_at bigint NOT NULL,
    expires_at bigint NOT NULL
);
CREATE TABLE public.totp_secrets (
    user_id text NOT NULL COLLATE pg_catalog."C",
    secret text NOT NULL COLLATE pg_catalog."C",
    confirmed_at bigint,
    last_step integer DEFAULT 0 NOT NULL,
    created_at bigint NOT NULL,
    from_unknown_browser boolean DEFAULT false NOT NULL
);
CREATE TABLE public.users (
    seq bigint NOT NULL,
    id text NOT NULL COLLATE pg_catalog."C",
    username text NOT NULL COLLATE pg_catalog."C",
    username_key text NOT NULL COLLATE pg_catalog."C",
    email text NOT NULL COLLATE pg_catalog."C",
    email_verified boolean DEFAULT false NOT NULL,
    password_hash text COLLATE pg_catalog."C",
    profile_picture text NOT NULL COLLATE pg_catalog."C",
    is_demo boolean DEFAULT false NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    role text DEFAULT 'reader'::text NOT NULL COLLATE pg_catalog."C",
    is_admin boolean GENERATED ALWAYS AS ((role = 'administrator'::text)) STORED NOT NULL,
    pending_email text COLLATE pg_catalog."C",
    suspended_until bigint,
    suspended_reason text DEFAULT ''::text NOT NULL COLLATE pg_catalog."C",
    bio text DEFAULT ''::text NOT NULL COLLATE pg_catalog."C",
    links text DEFAULT '[]'::text NOT NULL COLLATE pg_catalog."C",
    overview_seen_at bigint,
    password_from_mail boolean DEFAULT false NOT NULL
);
CREATE SEQUENCE public.users_seq_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.users_seq_seq OWNED BY public.users.seq;
CREATE TABLE public.views (
    day integer NOT NULL,
    post_id text NOT NULL COLLATE pg_catalog."C",
    views integer NOT NULL
);
ALTER TABLE ONLY drizzle.__drizzle_migrations ALTER COLUMN id SET DEFAULT nextval('drizzle.__drizzle_migrations_id_seq'::regclass);
ALTER TABLE ONLY public.audit ALTER COLUMN seq SET DEFAULT nextval('public.audit_seq_seq'::regclass);
ALTER TABLE ONLY public.comments ALTER COLUMN seq SET DEFAULT nextval('public.comments_seq_seq'::regclass);
ALTER TABLE ONLY public.documents ALTER COLUMN seq SET DEFAULT nextval('public.documents_seq_seq'::regclass);
ALTER TABLE ONLY public.posts ALTER COLUMN seq SET DEFAULT nextval('public.posts_seq_seq'::regclass);
ALTER TABLE ONLY public.users ALTER COLUMN seq SET DEFAULT nextval('public.users_seq_seq'::regclass);
INSERT INTO drizzle.__drizzle_migrations VALUES (1, 'e7f395bb3845d61db5c3bb8c6259a8ac29ef42569574245813ce9c308d5d6fe8', 1795372082517);
INSERT INTO drizzle.__drizzle_migrations VALUES (2, '02ee442c68e323db1f6b9bc3c1c6871355ca4c0e42e8d20bccefa5e9f990fc97', 1795386797322);
INSERT INTO drizzle.__drizzle_migrations VALUES (3, '139408de3102611a374a28e1e0fec784f94c4d25aff620d905795b08310f8e77', 1795434475017);
INSERT INTO drizzle.__drizzle_migrations VALUES (4, '381b24982393071bbf95fb8ed4658180911d923f4006c2e498d43a9f8f260b75', 1795451335263);
INSERT INTO drizzle.__drizzle_migrations VALUES (5, 'd58d4ae1721f6eb35f4e788bb61eb1e70c59707d14348526e7f410e7a1cead0f', 1795560987725);
INSERT INTO drizzle.__drizzle_migrations VALUES (6, '0cd6dc3da1e28ae5e18f4b45ef8b155fcb6898331c24fa4f90bf9f563bd5e2fd', 1795620201705);
INSERT INTO drizzle.__drizzle_migrations VALUES (7, 'de3ab2272a083d5b184ea28029b3023cd54ac68fd9992621a741460853a5b3b1', 1795647298311);
INSERT INTO drizzle.__drizzle_migrations VALUES (8, '484446397f11a747754c0e6694160cd199bae4923394fa7aa1dd0c3ec592b915', 1795647302704);
INSERT INTO drizzle.__drizzle_migrations VALUES (9, 'b6268606e405844ce77dbe0e61abc078455b2f79c687823e2abe3684b5d6bd1e', 1795697231998);
INSERT INTO public.audit VALUES (1, '45e8b49b22d832664e65ec95', 1795710195291, 'ef5307720255acf9f8450242', 'user.role', '63357bab7c9f9ebada4f2417', '127.0.0.1', '{"from":"reader","to":"administrator"}');
INSERT INTO public.audit VALUES (2, 'cd89c369f7a45df5118583cf', 1795710196155, 'ef5307720255acf9f8450242', 'user.role', '58d5b94788b3634fcca85fac', '127.0.0.1', '{"from":"reader","to":"administrator"}');
INSERT INTO public.audit VALUES (3, '959b8fb420aa853a981a00a0', 1795710203169, 'ef5307720255acf9f8450242', 'post.create', '0ed935e9bde02ca2795cd57a', '127.0.0.1', '{}');
INSERT INTO public.audit VALUES (4, '4bd6accd12e2e65e4d9f4e0f', 1795710214032, 'ef5307720255acf9f8450242', 'post.create', '76a06d72566991befcd790ef', '127.0.0.1', '{}');
INSERT INTO public.audit VALUES (5, 'f3a18b5665e67db2cde2f074', 1795710226123, '63357bab7c9f9ebada4f2417', 'post.create', 'ecfe270cf048fe01a5a202a9', '127.0.0.1', '{}');
INSERT INTO public.audit VALUES (6, '70d35b864aa4cbefeb3813ff', 1795710238312, '58d5b94788b3634fcca85fac', 'post.create', '1cd76cca71eb1401c8a42153', '127.0.0.1', '{}');
INSERT INTO public.audit VALUES (7, '7637f26004d0acee0d49495b', 1795710250451, '63357bab7c9f9ebada4f2417', 'post.create', '7fe226f356e560bb4c5ccf6c', '127.0.0.1', '{}');
INSERT INTO public.audit VALUES (8, 'ee069015b19a1a23915df337', 1795710251166, 'ef5307720255acf9f8450242', 'post.create', '1dbf88692838f2f524786893', '127.0.0.1', '{}');
INSERT INTO public.audit VALUES (9, 'b9755c18f9692ce2c2dec804', 1795710253902, 'ef5307720255acf9f8450242', 'post.create', 'd0167fa9fec3b6834b2cb280', '127.0.0.1', '{}');
INSERT INTO public.audit VALUES (10, '160751d32ab51408003bc78f', 1795710255466, '58d5b94788b3634fcca85fac', 'post.create', '8847d4fffd402377be86d917', '127.0.0.1', '{}');
INSERT INTO public.audit VALUES (11, '0a030f546a00ae8961494e98', 1795710257312, 'ef5307720255acf9f8450242', 'post.update', '1dbf88692838f2f524786893', '127.0.0.1', '{}');
INSERT INTO public.audit VALUES (12, '92d3e4a9a5ed44b8b1604bb6', 1795710261221, 'ef5307720255acf9f8450242', 'comment.update', 'eab1ff9516b90aa51d4fcbec', '127.0.0.1', '{"userId":"54e8ac5d6f7c1da5c2d108fe","postId":"76a06d72566991befcd790ef"}');
INSERT INTO public.audit VALUES (13, '30322d946d35624341d7eb5b', 1795710261379, 'ef5307720255acf9f8450242', 'post.delete', 'd0167fa9fec3b6834b2cb280', '127.0.0.1', '{}');
INSERT INTO public.audit VALUES (14, '997d0fcbe295b64aa6e95c34', 1795710263747, 'd32f232dfe43314128c1b4e2', 'identity.link', 'd32f232dfe43314128c1b4e2', '127.0.0.1', '{"issuer":"http://localhost:35939"}');
INSERT INTO public.audit VALUES (15, '1829199a8ecd0656ed204cad', 1795710267088, 'ef5307720255acf9f8450242', 'user.role', '53e99a47457e05bbc226e95b', '127.0.0.1', '{"from":"reader","to":"author"}');
INSERT INTO public.audit VALUES (16, 'b2858571e714dbb341cd61df', 1795710267122, 'ef5307720255acf9f8450242', 'user.role', '0b1c388032ae0bcf1afa321a', '127.0.0.1', '{"from":"reader","to":"editor"}');
INSERT INTO public.audit VALUES (17, '98ba57efd8127394705cc646', 1795710268553, '53e99a47457e05bbc226e95b', 'post.create', 'efc2ff5c7d020af12085f652', '127.0.0.1', '{}');
INSERT INTO public.audit VALUES (18, 'dbd62dd6e23caec8aa082253', 1795710269489, '0b1c388032ae0bcf1afa321a', 'post.create', '4f10ee6d29db8166a26c8baa', '127.0.0.1', '{}');
INSERT INTO public.audit VALUES (19, 'ac38299fdd18372329212865', 1795710270903, 'ef5307720255acf9f8450242', 'user.suspend', '141b63e6b4efd94a0e78dbd0', '127.0.0.1', '{"until":"2099-01-01T00:00:00.000Z","reason":"Test of a suspension"}');
INSERT INTO public.audit VALUES (20, '513a5efa0936bded976dd531', 1795710271189, 'e9b862e35d3f5eb36710f8f9', 'user.email', 'e9b862e35d3f5eb36710f8f9', '127.0.0.1', '{"pending":true}');
INSERT INTO public.audit VALUES (21, 'd15c297e34ff9b0b2f0b3043', 1795710303124, '53e99a47457e05bbc226e95b', 'passkey.add', '53e99a47457e05bbc226e95b', '127.0.0.1', '{"passkey":"3dad2f30c7222625f47fa431"}');
INSERT INTO public.audit VALUES (22, 'f3417ec8afe849132a0a1442', 1795710303611, 'b4ec8aa16f86032b872db7bd', 'user.second-factor', 'b4ec8aa16f86032b872db7bd', '127.0.0.1', '{"change":"on"}');
INSERT INTO public.audit VALUES (23, '72eb6ac39a95031272d38375', 1795710304038, 'b4ec8aa16f86032b872db7bd', 'user.second-factor', 'b4ec8aa16f86032b872db7bd', '127.0.0.1', '{"change":"recovery-code-used"}');
INSERT INTO public.audit VALUES (24, 'bea73c7d3181b41c672a3e4a', 1795710304103, 'ef5307720255acf9f8450242', 'settings.auditDays', '', '127.0.0.1', '{"from":365,"to":400}');
INSERT INTO public.audit VALUES (25, '52742ec62a80b650abb103e5', 1795710304269, '53e99a47457e05bbc226e95b', 'document.create', '925150d6f7aa8b995daa0e84', '127.0.0.1', '{}');
INSERT INTO public.audit VALUES (26, '06f3e07072773bd2a4abb299', 1795710304296, '0b1c388032ae0bcf1afa321a', 'document.create', 'a56cc3c1ef91263d5dc98767', '127.0.0.1', '{}');
INSERT INTO public.audit VALUES (27, '17aa8c9abd91d2935faec47e', 1795710304329, '53e99a47457e05bbc226e95b', 'document.create', '1a7c8a07cd6983a19ba7f203', '127.0.0.1', '{}');
INSERT INTO public.audit VALUES (28, '1d59ee2401cb9c836cc050bd', 1795710304357, '53e99a47457e05bbc226e95b', 'document.schedule', '1a7c8a07cd6983a19ba7f203', '127.0.0.1', '{"at":"2098-05-01T07:00:00.000Z"}');
INSERT INTO public.audit VALUES (29, '9c4aeeff1c98dea99423989d', 1795710304400, '0b1c388032ae0bcf1afa321a', 'document.create', '8ba86111a934a06e3719a04a', '127.0.0.1', '{}');
INSERT INTO public.audit VALUES (30, 'c45660b598fb601853f35dae', 1795710304487, '0b1c388032ae0bcf1afa321a', 'document.publish', '8ba86111a934a06e3719a04a', '127.0.0.1', '{}');
INSERT INTO public.audit VALUES (31, '4109f29a4bbad8e6377546f5', 1795710307172, '53e99a47457e05bbc226e95b', 'document.create', '3adb31eff68aae6916d38296', '127.0.0.1', '{}');
INSERT INTO public.audit VALUES (32, 'da6a38e262128353e686250f', 1795710307548, '53e99a47457e05bbc226e95b', 'document.publish', '3adb31eff68aae6916d38296', '127.0.0.1', '{}');
INSERT INTO public.audit VALUES (33, '08ae2eadf8c3c9172434611a', 1795710308115, '53e99a47457e05bbc226e95b', 'document.publish', '3adb31eff68aae6916d38296', '127.0.0.1', '{}');
INSERT INTO public.audit VALUES (34, '5ef15b2ca7a050a6f57f3138', 1795710309487, '53e99a47457e05bbc226e95b', 'document.create', '1cf3cb3ef6da04cda7409551', '127.0.0.1', '{}');
INSERT INTO public.audit VALUES (35, 'a4c4773170c2d8711bc6b8a9', 1795710309580, '53e99a47457e05bbc226e95b', 'document.publish', '1cf3cb3ef6da04cda7409551', '127.0.0.1', '{}');
INSERT INTO public.audit VALUES (36, 'ae9bde592e8c5322f63285bf', 1795710311649, '53e99a47457e05bbc226e95b', 'document.schedule', '1cf3cb3ef6da04cda7409551', '127.0.0.1', '{"at":"2098-06-01T00:00:00.000Z"}');
INSERT INTO public.audit VALUES (37, 'b03038251d21f76c77f234a5', 1795710311716, '53e99a47457e05bbc226e95b', 'document.create', '19bedb209c9cf79fec288c8f', '127.0.0.1', '{}');
INSERT INTO public.audit VALUES (38, 'bb45668e32d976907903a111', 1795710312017, '53e99a47457e05bbc226e95b', 'document.publish', '19bedb209c9cf79fec288c8f', '127.0.0.1', '{}');
INSERT INTO public.audit VALUES (39, 'ff513cd8e7cb02f8f58304e1', 1795710313771, '53e99a47457e05bbc226e95b', 'document.trash', '19bedb209c9cf79fec288c8f', '127.0.0.1', '{}');
INSERT INTO public.audit VALUES (40, 'def04ff53680414e5fcc730a', 1795710315141, '53e99a47457e05bbc226e95b', 'document.create', '74c7a399b0366b58a08e3e74', '127.0.0.1', '{}');
INSERT INTO public.audit VALUES (41, '55b8e2e499f8ef6af4eb90b9', 1795710315240, '53e99a47457e05bbc226e95b', 'document.publish', '74c7a399b0366b58a08e3e74', '127.0.0.1', '{}');
INSERT INTO public.audit VALUES (42, '307c6fe265cc5d137f51b659', 1795710318871, '53e99a47457e05bbc226e95b', 'document.unpublish', '74c7a399b0366b58a08e3e74', '127.0.0.1', '{}');
INSERT INTO public.audit VALUES (43, '1d4efec9ec0dc779705932df', 1795710319750, '53e99a47457e05bbc226e95b', 'document.create', '69f09c64e8675b9fa8c7faeb', '127.0.0.1', '{}');
INSERT INTO public.audit VALUES (44, 'ccd2b2bbfc513be7a0e20ae6', 1795710319871, '53e99a47457e05bbc226e95b', 'document.publish', '69f09c64e8675b9fa8c7faeb', '127.0.0.1', '{}');
INSERT INTO public.audit VALUES (45, '6e44fe619e17e749209a7f4a', 1795710322586, '53e99a47457e05bbc226e95b', 'document.publish', '69f09c64e8675b9fa8c7faeb', '127.0.0.1', '{}');
INSERT INTO public.audit VALUES (46, '705c4cc0ad80ad6c5363b354', 1795710324046, '53e99a47457e05bbc226e95b', 'document.unpublish', '69f09c64e8675b9fa8c7faeb', '127.0.0.1', '{}');
INSERT INTO public.audit VALUES (47, '5dd764ca10586a47cc091ef5', 1795710325971, '53e99a47457e05bbc226e95b', 'document.trash', '69f09c64e8675b9fa8c7faeb', '127.0.0.1', '{}');
INSERT INTO public.audit VALUES (48, '52ae98bcd151b72e2adbf112', 1795710326016, '53e99a47457e05bbc226e95b', 'document.create', 'e167612f9e3366f3c4fff5e9', '127.0.0.1', '{}');
INSERT INTO public.audit VALUES (49, 'b9c1f5c2f332a6a96fc0af3d', 1795710326307, '53e99a47457e05bbc226e95b', 'document.publish', 'e167612f9e3366f3c4fff5e9', '127.0.0.1', '{}');
INSERT INTO public.audit VALUES (50, 'f60cfb6132129982235cdf7e', 1795710327732, '53e99a47457e05bbc226e95b', 'document.trash', 'e167612f9e3366f3c4fff5e9', '127.0.0.1', '{}');
INSERT INTO public.audit VALUES (52, 'ebd8b6590de09e4e8c1c883b', 1795710330768, '53e99a47457e05bbc226e95b', 'document.create', '30994f85c3510f3d093a3aea', '127.0.0.1', '{}');
INSERT INTO public.audit VALUES (53, 'f289f665ab1a9f5536059825', 1795710331132, '53e99a47457e05bbc226e95b', 'document.publish', '30994f85c3510f3d093a3aea', '127.0.0.1', '{}');
INSERT INTO public.audit VALUES (54, '6723dbe7baea96151b4c09c1', 1795710334059, '53e99a47457e05bbc226e95b', 'document.trash', '30994f85c3510f3d093a3aea', '127.0.0.1', '{}');
INSERT INTO public.audit VALUES (55, 'c31d40ad345de456dd45754a', 1795710335567, '53e99a47457e05bbc226e95b', 'document.delete', '30994f85c3510f3d093a3aea', '127.0.0.1', '{}');
INSERT INTO public.audit VALUES (56, '2cdf257ca2c501bef9b53148', 1795710335608, '53e99a47457e05bbc226e95b', 'document.create', '79921e21de2d1eb2f9fa487a', '127.0.0.1', '{}');
INSERT INTO public.audit VALUES (57, '14b2c65ccce0542a18c1b459', 1795710335777, '53e99a47457e05bbc226e95b', 'document.publish', '79921e21de2d1eb2f9fa487a', '127.0.0.1', '{}');
INSERT INTO public.audit VALUES (58, '122267af433f6099ee452521', 1795710337616, '53e99a47457e05bbc226e95b', 'document.unpublish', '79921e21de2d1eb2f9fa487a', '127.0.0.1', '{}');
INSERT INTO public.audit VALUES (59, 'c0598670124b8d5326eaa4cb', 1795710338595, '53e99a47457e05bbc226e95b', 'document.create', '6516464cb0dc3c4413ec733d', '127.0.0.1', '{}');
INSERT INTO public.audit VALUES (60, '8a1bc9f4837fa19236ebafa1', 1795710338815, '53e99a47457e05bbc226e95b', 'document.trash', '6516464cb0dc3c4413ec733d', '127.0.0.1', '{}');
INSERT INTO public.audit VALUES (61, 'c993cd33e2d4fec02930a3e0', 1795710338918, '0b1c388032ae0bcf1afa321a', 'document.create', '4394e8d327f877dec6d6582e', '127.0.0.1', '{"of":"8ba86111a934a06e3719a04a"}');
INSERT INTO public.audit VALUES (62, '56e4167c030bd50cab883554', 1795710339014, 'ef5307720255acf9f8450242', 'post.delete', '8847d4fffd402377be86d917', '127.0.0.1', '{}');
INSERT INTO public.audit VALUES (63, '142a8926f3ebc68ae68fecd6', 1795710339900, '0b1c388032ae0bcf1afa321a', 'document.preview-link', '8ba86111a934a06e3719a04a', '127.0.0.1', '{"until":"2026-12-26T16:25:39.896Z"}');
INSERT INTO public.audit VALUES (51, '6a567827c6dc437ec9dc6c66', 1795710329911, '53e99a47457e05bbc226e95b', 'document.restore', 'e167612f9e3366f3c4fff5e9', '127.0.0.1', '{}');
INSERT INTO public.audit VALUES (66, 'b63e7e7c0e116f1142d96360', 1795710342594, '63357bab7c9f9ebada4f2417', 'user.delete', '63357bab7c9f9ebada4f2417', '127.0.0.1', '{"role":"administrator"}');
INSERT INTO public.audit VALUES (67, 'c090c3e053c19ca6b2d364c3', 1795710342891, '7bef5290ea707f4628a6a214', 'user.delete', '7bef5290ea707f4628a6a214', '127.0.0.1', '{"role":"reader"}');
INSERT INTO public.audit VALUES (64, '03af5b6fd01a3f22ed553d21', 1795710339983, '53e99a47457e05bbc226e95b', 'document.create', 'ad330afe29aaf931c81dd742', '127.0.0.1', '{}');
INSERT INTO public.audit VALUES (65, 'fd138133243353a04b842866', 1795710340171, '53e99a47457e05bbc226e95b', 'document.publish', 'ad330afe29aaf931c81dd742', '127.0.0.1', '{}');
INSERT INTO public.audit VALUES (68, '4054ae0cb88e1adb5f62aa69', 1795710360000, 'ef5307720255acf9f8450242', 'post.create', '98d46f3b9ef91e3b14f3a9be', '127.0.0.1', '{}');
INSERT INTO public.categories VALUES ('rust', 'Rust 🦀');
INSERT INTO public.challenges VALUES ('e72f3f5da0fe720f97847be9cf6dc06041e18808e970463308c98afe58990926', 'passkey-sign-in', NULL, '8lM22A4nwbNnrUslitX7MIQ8sXQSGjC89npTG7O7058', 0, 1795710303472, 1795710603472);
INSERT INTO public.changes VALUES (1, 'publish', '0ed935e9bde02ca2795cd57a', 'a-post-with-pictures', 1795710203155, false);
INSERT INTO public.changes VALUES (2, 'publish', '76a06d72566991befcd790ef', 'same-title', 1795710213985, false);
INSERT INTO public.changes VALUES (3, 'publish', 'ecfe270cf048fe01a5a202a9', 'same-title-2', 1795710226092, false);
INSERT INTO public.changes VALUES (4, 'publish', '1cd76cca71eb1401c8a42153', 'unicode-title-angle-quotes-ri-ben-yu', 1795710238289, false);
INSERT INTO public.changes VALUES (5, 'publish', '7fe226f356e560bb4c5ccf6c', 'by-an-account-that-was-deleted', 1795710250377, false);
INSERT INTO public.changes VALUES (6, 'publish', '1dbf88692838f2f524786893', 'changed-later', 1795710250921, false);
INSERT INTO public.changes VALUES (7, 'publish', 'd0167fa9fec3b6834b2cb280', 'deleted-later', 1795710253896, false);
INSERT INTO public.changes VALUES (8, 'publish', '8847d4fffd402377be86d917', 'video-and-no-comments', 1795710255297, false);
INSERT INTO public.changes VALUES (9, 'publish', '1dbf88692838f2f524786893', 'changed-later', 1795710257316, false);
INSERT INTO public.changes VALUES (10, 'remove', 'd0167fa9fec3b6834b2cb280', 'deleted-later', 1795710261403, false);
INSERT INTO public.changes VALUES (11, 'publish', 'efc2ff5c7d020af12085f652', 'by-an-author', 1795710268534, false);
INSERT INTO public.changes VALUES (12, 'publish', '4f10ee6d29db8166a26c8baa', 'by-an-editor', 1795710269374, false);
INSERT INTO public.changes VALUES (13, 'publish', '8ba86111a934a06e3719a04a', 'published-document', 1795710304464, false);
INSERT INTO public.changes VALUES (14, 'publish', '3adb31eff68aae6916d38296', 'with-another-address', 1795710307304, false);
INSERT INTO public.changes VALUES (15, 'publish', '3adb31eff68aae6916d38296', 'a-new-address', 1795710308093, false);
INSERT INTO public.changes VALUES (16, 'publish', '1cf3cb3ef6da04cda7409551', 'live-and-scheduled', 1795710309568, false);
INSERT INTO public.changes VALUES (17, 'publish', '19bedb209c9cf79fec288c8f', 'in-the-trash', 1795710311911, false);
INSERT INTO public.changes VALUES (18, 'remove', '19bedb209c9cf79fec288c8f', 'in-the-trash', 1795710313823, false);
INSERT INTO public.changes VALUES (19, 'publish', '74c7a399b0366b58a08e3e74', 'unpublished', 1795710315201, false);
INSERT INTO public.changes VALUES (20, 'remove', '74c7a399b0366b58a08e3e74', 'unpublished', 1795710318906, false);
INSERT INTO public.changes VALUES (21, 'publish', '69f09c64e8675b9fa8c7faeb', 'unpublished-then-in-the-trash', 1795710319839, false);
INSERT INTO public.changes VALUES (22, 'publish', '69f09c64e8675b9fa8c7faeb', 'hidden-address', 1795710322415, false);
INSERT INTO public.changes VALUES (23, 'remove', '69f09c64e8675b9fa8c7faeb', 'hidden-address', 1795710324185, false);
INSERT INTO public.changes VALUES (24, 'publish', 'e167612f9e3366f3c4fff5e9', 'trashed-and-restored', 1795710326294, false);
INSERT INTO public.changes VALUES (25, 'remove', 'e167612f9e3366f3c4fff5e9', 'trashed-and-restored', 1795710327817, false);
INSERT INTO public.changes VALUES (26, 'publish', 'e167612f9e3366f3c4fff5e9', 'trashed-and-restored', 1795710329989, false);
INSERT INTO public.changes VALUES (27, 'publish', '30994f85c3510f3d093a3aea', 'deleted-for-good', 1795710331058, false);
INSERT INTO public.changes VALUES (28, 'remove', '30994f85c3510f3d093a3aea', 'deleted-for-good', 1795710334118, false);
INSERT INTO public.changes VALUES (29, 'publish', '79921e21de2d1eb2f9fa487a', 'unpublished-and-edited', 1795710335708, false);
INSERT INTO public.changes VALUES (30, 'remove', '79921e21de2d1eb2f9fa487a', 'unpublished-and-edited', 1795710337620, false);
INSERT INTO public.changes VALUES (31, 'remove', '8847d4fffd402377be86d917', 'video-and-no-comments', 1795710339047, false);
INSERT INTO public.changes VALUES (32, 'publish', '3adb31eff68aae6916d38296', 'a-new-address', 1795710339951, true);
INSERT INTO public.changes VALUES (33, 'publish', '1cf3cb3ef6da04cda7409551', 'live-and-scheduled', 1795710339951, true);
INSERT INTO public.changes VALUES (34, 'publish', 'e167612f9e3366f3c4fff5e9', 'trashed-and-restored', 1795710339951, true);
INSERT INTO public.changes VALUES (35, 'publish', 'efc2ff5c7d020af12085f652', 'by-an-author', 1795710339951, true);
INSERT INTO public.changes VALUES (36, 'publish', 'ad330afe29aaf931c81dd742', 'hiding-was-interrupted', 1795710340094, false);
INSERT INTO public.changes VALUES (37, 'publish', 'ecfe270cf048fe01a5a202a9', 'same-title-2', 1795710342595, true);
INSERT INTO public.changes VALUES (38, 'publish', '7fe226f356e560bb4c5ccf6c', 'by-an-account-that-was-deleted', 1795710342595, true);
INSERT INTO public.changes VALUES (39, 'publish', '98d46f3b9ef91e3b14f3a9be', 'from-an-older-node', 1795710359879, false);
INSERT INTO public.comments VALUES (41, '92aceff91d00c8bd6fb2fa97', 'e167612f9e3366f3c4fff5e9', '54e8ac5d6f7c1da5c2d108fe', 'Comment 2 on Trashed and restored', 1795710326992, 1795710326992, 0);
INSERT INTO public.comments VALUES (42, 'bad6ba1d924d50c442638860', 'e167612f9e3366f3c4fff5e9', '825b0d86ca2f275be81f93e8', 'Comment 3 on Trashed and restored', 1795710327163, 1795710327163, 0);
INSERT INTO public.comments VALUES (43, '89f11ba6fd90847c29460fce', 'e167612f9e3366f3c4fff5e9', 'd32f232dfe43314128c1b4e2', 'Comment 4 on Trashed and restored', 1795710327241, 1795710327241, 0);
INSERT INTO public.comments VALUES (5, 'da167de6db806706c589cccb', '0ed935e9bde02ca2795cd57a', 'ef5307720255acf9f8450242', 'Comment 4 on the first post', 1795710259363, 1795710259363, 0);
INSERT INTO public.comments VALUES (7, 'a2cb5e9b74f402dcc8c621b9', '76a06d72566991befcd790ef', '27c4aec3dd4de366f5617693', 'Line 1
second line 👍 x', 1795710259455, 1795710259455, 0);
INSERT INTO public.comments VALUES (10, '49307dd9bab0447e6d836d1d', '76a06d72566991befcd790ef', '27c4aec3dd4de366f5617693', 'Line 4
second line 👍 xxxx', 1795710259612, 1795710259612, 0);
INSERT INTO public.comments VALUES (11, '34b1d88e4a095636c899a9ee', '76a06d72566991befcd790ef', '54e8ac5d6f7c1da5c2d108fe', 'Line 5
second line 👍 xxxxx', 1795710259652, 1795710259652, 0);
INSERT INTO public.comments VALUES (12, '952aa82e410bdd5c935ddf1f', '76a06d72566991befcd790ef', 'd32f232dfe43314128c1b4e2', 'Line 6
second line 👍 xxxxxx', 1795710259755, 1795710259755, 0);
INSERT INTO public.comments VALUES (13, '1de8acdf0568764bb18cb8f1', '76a06d72566991befcd790ef', '27c4aec3dd4de366f5617693', 'Line 7
second line 👍 xxxxxxx', 1795710259916, 1795710259916, 0);
INSERT INTO public.comments VALUES (14, '8f530aaebc27d959c47cc4e4', '76a06d72566991befcd790ef', '54e8ac5d6f7c1da5c2d108fe', 'Line 8
second line 👍 xxxxxxxx', 1795710260004, 1795710260004, 0);
INSERT INTO public.comments VALUES (15, '5a7bb20b0e4038c38cd93da3', '76a06d72566991befcd790ef', 'd32f232dfe43314128c1b4e2', 'Line 9
second line 👍 xxxxxxxxx', 1795710260097, 1795710260097, 0);
INSERT INTO public.comments VALUES (16, '8dfeda1f200c5873caf557ea', '76a06d72566991befcd790ef', '27c4aec3dd4de366f5617693', 'Line 10
second line 👍 xxxxxxxxxx', 1795710260216, 1795710260216, 0);
INSERT INTO public.comments VALUES (17, 'f01dd72b5f4fe3e2d1590206', '76a06d72566991befcd790ef', '54e8ac5d6f7c1da5c2d108fe', 'Line 11
second line 👍 xxxxxxxxxxx', 1795710260240, 1795710260240, 0);
INSERT INTO public.comments VALUES (39, 'a4be30f033b532610784fc01', 'e167612f9e3366f3c4fff5e9', 'd32f232dfe43314128c1b4e2', 'Comment 0 on Trashed and restored', 1795710326962, 1795710326962, 2);
INSERT INTO public.comments VALUES (20, '762a90432e7158dff1bbb7b1', '1dbf88692838f2f524786893', '54e8ac5d6f7c1da5c2d108fe', 'On a changed post', 1795710260423, 1795710260423, 0);
INSERT INTO public.comments VALUES (19, 'e7da158ca51125cdf64c92f2', '7fe226f356e560bb4c5ccf6c', 'd32f232dfe43314128c1b4e2', 'On a post whose author left', 1795710260380, 1795710260380, 2);
INSERT INTO public.comments VALUES (2, 'f257016fb6881c91b3a639b3', '0ed935e9bde02ca2795cd57a', '27c4aec3dd4de366f5617693', 'Comment 1 on the first post', 1795710258986, 1795710258986, 0);
INSERT INTO public.comments VALUES (8, 'eab1ff9516b90aa51d4fcbec', '76a06d72566991befcd790ef', '54e8ac5d6f7c1da5c2d108fe', 'Edited by an administrator', 1795710259534, 1795710261220, 0);
INSERT INTO public.comments VALUES (22, 'e5b3893418026b13d25a401a', '0ed935e9bde02ca2795cd57a', '825b0d86ca2f275be81f93e8', 'From an account of Google', 1795710263130, 1795710263130, 0);
INSERT INTO public.comments VALUES (23, '43316b06537735aea90a270a', 'efc2ff5c7d020af12085f652', '141b63e6b4efd94a0e78dbd0', 'By a suspended account', 1795710270388, 1795710270388, 1);
INSERT INTO public.comments VALUES (60, '4b966661031171e973e4132a', 'ad330afe29aaf931c81dd742', 'ef5307720255acf9f8450242', 'Written while its post was being hidden', 1795710362725, 1795710362725, 0);
INSERT INTO public.comments VALUES (40, '5556122a5dc4b35f837163a8', 'e167612f9e3366f3c4fff5e9', '27c4aec3dd4de366f5617693', 'Edited before it was hidden', 1795710326976, 1795710327566, 1);
INSERT INTO public.comments VALUES (18, '2006e2f8dee2e49ae0275f20', '1cd76cca71eb1401c8a42153', '27c4aec3dd4de366f5617693', 'éééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééé', 1795710260290, 1795710260290, 0);
INSERT INTO public.comments VALUES (3, 'a2dcec4a6966f9f979d0c96d', '0ed935e9bde02ca2795cd57a', '54e8ac5d6f7c1da5c2d108fe', 'Comment 2 on the first post', 1795710259072, 1795710259072, 0);
INSERT INTO public.comments VALUES (9, 'c90cffafff3c4231a39f635b', '76a06d72566991befcd790ef', 'd32f232dfe43314128c1b4e2', 'Line 3
second line 👍 xxx', 1795710259543, 1795710259543, 1);
INSERT INTO public.comments VALUES (1, 'e12544c55bc08555127ffab5', '0ed935e9bde02ca2795cd57a', 'd32f232dfe43314128c1b4e2', 'Edited by its author', 1795710258897, 1795710261119, 4);
INSERT INTO public.comments VALUES (59, '5f28c185670b4f54d48396be', '98d46f3b9ef91e3b14f3a9be', 'ef5307720255acf9f8450242', 'Comment through an older node', 1795710362594, 1795710362594, 1);
INSERT INTO public.devices VALUES ('9ef8ae96609c6c171cb522fbed43f6ccc296c57a8611664ce8018155e96fd4b3', 'ef5307720255acf9f8450242', 1827246191808, 1795710191808);
INSERT INTO public.devices VALUES ('f5b7dd0eba1d5a7e7ccb429abbd6e8d33bae506abb064eb00cf62b5219edb4fe', '27c4aec3dd4de366f5617693', 1827246193042, 1795710193042);
INSERT INTO public.devices VALUES ('85b6f3a576d8e827a3b1b7f2739117e31389ee2a5a48013278b72c65d1d8a00e', '54e8ac5d6f7c1da5c2d108fe', 1827246193576, 1795710193576);
INSERT INTO public.devices VALUES ('47bc73e580ff8019f580c55af1f54f98d64a6ccffdeae7e699881a53de617cc5', '58d5b94788b3634fcca85fac', 1827246196267, 1795710195968);
INSERT INTO public.devices VALUES ('c60a992b139c3915b9bd6860a72dba7642d6ebf885ccb7a89d1e943366cad538', '825b0d86ca2f275be81f93e8', 1827246263122, 1795710263122);
INSERT INTO public.devices VALUES ('5e5e72303f4fbecef7aaaf453d6929b973a827162aacadd076a48d0bff8bb383', 'd32f232dfe43314128c1b4e2', 1827246263916, 1795710263916);
INSERT INTO public.devices VALUES ('01ec430f8f24d95d7935667126107ed35178bb45309ba61d0b7401c82737ba3d', '141b63e6b4efd94a0e78dbd0', 1827246265916, 1795710265916);
INSERT INTO public.devices VALUES ('bc7bc9825b327bbb430735782ed5aff995fbbdda0a5bd7148071a22cb0e981f9', 'e9b862e35d3f5eb36710f8f9', 1827246266370, 1795710266370);
INSERT INTO public.devices VALUES ('af7dfb291127e573498bfe27d9f158fb606a9d0162a01287917544ad6cff2993', 'b4ec8aa16f86032b872db7bd', 1827246267016, 1795710267016);
INSERT INTO public.devices VALUES ('760e2a85e6eba3f179b8c0a46e0cc357bad5a31adee108ec72c343c4ad9c11ff', '53e99a47457e05bbc226e95b', 1827246267224, 1795710265144);
INSERT INTO public.devices VALUES ('29d328d0b56052a685ff59e8ecbbc57841555d66824d5307e186c004bf5ffbb3', '0b1c388032ae0bcf1afa321a', 1827246267403, 1795710265470);
INSERT INTO public.devices VALUES ('3eee4fd570af7912d12d2f70814ede794ead58932553d5a8c36de21843d455b1', '53e99a47457e05bbc226e95b', 1827246303400, 1795710303400);
INSERT INTO public.devices VALUES ('09f3603e5ba0252de5f8f8e6a981fed3bf528a23a73903ca8536fb52489fe140', 'b4ec8aa16f86032b872db7bd', 1827246304041, 1795710304041);
INSERT INTO public.devices VALUES ('220405fe06a635dbcf9108ea7699d2204ab53cdbfbef07108146004f190033b1', '27c4aec3dd4de366f5617693', 1827246343181, 1795710343181);
INSERT INTO public.devices VALUES ('c1125e05b19399140fd2414ca16c991fef5d1f93db6d7faded74801505b3df17', 'ef5307720255acf9f8450242', 1827246359308, 1795710359308);
INSERT INTO public.documents VALUES (1, '0ed935e9bde02ca2795cd57a', 'ef5307720255acf9f8450242', 'published', 'A post with pictures', 'a-post-with-pictures', 'javascript', '/uploads/1795710196692-post-picture.png', false, 1, 1, NULL, 1795710203155, NULL, NULL, NULL, 1795710203155, 1795710203155, '[]', '', 0, 'A red square', '{}', false, 'javascript', 'Heading 0
Text number 0 with bold words, naïve café, 日本語 and a link.
one
two
const n = 0;
Quoted', '<h2>Heading 0</h2><p>Text number 0 with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/0" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = 0;</code></pre><blockquote>Quoted</blockquote><p><img src="/uploads/1795710200484-post-picture.png" alt="A blue square"></p>');
INSERT INTO public.documents VALUES (2, '76a06d72566991befcd790ef', 'ef5307720255acf9f8450242', 'published', 'Same title', 'same-title', 'reactjs', '', false, 1, 1, NULL, 1795710213985, NULL, NULL, NULL, 1795710213985, 1795710213985, '[]', '', 0, '', '{}', false, 'reactjs', 'Heading 1
Text number 1 with bold words, naïve café, 日本語 and a link.
one
two
const n = 1;
Quoted', '<h2>Heading 1</h2><p>Text number 1 with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/1" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = 1;</code></pre><blockquote>Quoted</blockquote>');
INSERT INTO public.documents VALUES (3, 'ecfe270cf048fe01a5a202a9', '63357bab7c9f9ebada4f2417', 'published', 'Same title', 'same-title-2', 'nextjs', '', false, 1, 1, NULL, 1795710226092, NULL, NULL, NULL, 1795710226092, 1795710226092, '[]', '', 0, '', '{}', false, 'nextjs', 'Heading 2
Text number 2 with bold words, naïve café, 日本語 and a link.
one
two
const n = 2;
Quoted', '<h2>Heading 2</h2><p>Text number 2 with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/2" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = 2;</code></pre><blockquote>Quoted</blockquote>');
INSERT INTO public.documents VALUES (4, '1cd76cca71eb1401c8a42153', '58d5b94788b3634fcca85fac', 'published', 'Ünïcode títle & <angle> "quotes" 日本語', 'unicode-title-angle-quotes-ri-ben-yu', 'rust', '', false, 1, 1, NULL, 1795710238289, NULL, NULL, NULL, 1795710238289, 1795710238289, '[]', '', 0, '', '{}', false, 'Rust 🦀', 'Heading 3
Text number 3 with bold words, naïve café, 日本語 and a link.
one
two
const n = 3;
Quoted', '<h2>Heading 3</h2><p>Text number 3 with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/3" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = 3;</code></pre><blockquote>Quoted</blockquote>');
INSERT INTO public.documents VALUES (5, '7fe226f356e560bb4c5ccf6c', '63357bab7c9f9ebada4f2417', 'published', 'By an account that was deleted', 'by-an-account-that-was-deleted', 'uncategorized', 'https://pictures.example.com/cover.jpg', false, 1, 1, NULL, 1795710250377, NULL, NULL, NULL, 1795710250377, 1795710250377, '[]', '', 0, '', '{}', false, 'uncategorized', 'Heading 4
Text number 4 with bold words, naïve café, 日本語 and a link.
one
two
const n = 4;
Quoted', '<h2>Heading 4</h2><p>Text number 4 with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/4" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = 4;</code></pre><blockquote>Quoted</blockquote>');
INSERT INTO public.documents VALUES (6, '1dbf88692838f2f524786893', 'ef5307720255acf9f8450242', 'published', 'Changed title', 'changed-later', 'css', '', false, 2, 2, NULL, 1795710257040, NULL, NULL, NULL, 1795710250921, 1795710257040, '[]', '', 0, '', '{}', false, 'javascript', 'Heading changed
Text number changed with bold words, naïve café, 日本語 and a link.
one
two
const n = changed;
Quoted', '<h2>Heading changed</h2><p>Text number changed with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/changed" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = changed;</code></pre><blockquote>Quoted</blockquote>');
INSERT INTO public.documents VALUES (7, 'd0167fa9fec3b6834b2cb280', 'ef5307720255acf9f8450242', 'trashed', 'Deleted later', 'deleted-later', 'javascript', '', false, 1, 1, NULL, 1795710253896, NULL, 1795710261380, 'published', 1795710253896, 1795710253896, '[]', '', 0, '', '{}', false, 'javascript', 'Heading 6
Text number 6 with bold words, naïve café, 日本語 and a link.
one
two
const n = 6;
Quoted', '<h2>Heading 6</h2><p>Text number 6 with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/6" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = 6;</code></pre><blockquote>Quoted</blockquote>');
INSERT INTO public.documents VALUES (9, 'efc2ff5c7d020af12085f652', '53e99a47457e05bbc226e95b', 'published', 'By an author', 'by-an-author', 'javascript', '/uploads/1795710267544-post-picture.png', false, 1, 1, NULL, 1795710268534, NULL, NULL, NULL, 1795710268534, 1795710268534, '[]', '', 0, '', '{}', false, 'javascript', 'Heading 8
Text number 8 with bold words, naïve café, 日本語 and a link.
one
two
const n = 8;
Quoted', '<h2>Heading 8</h2><p>Text number 8 with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/8" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = 8;</code></pre><blockquote>Quoted</blockquote>');
INSERT INTO public.documents VALUES (10, '4f10ee6d29db8166a26c8baa', '0b1c388032ae0bcf1afa321a', 'published', 'By an editor', 'by-an-editor', 'css', '', false, 1, 1, NULL, 1795710269374, NULL, NULL, NULL, 1795710269374, 1795710269374, '[]', '', 0, '', '{}', false, 'css', 'Heading 9
Text number 9 with bold words, naïve café, 日本語 and a link.
one
two
const n = 9;
Quoted', '<h2>Heading 9</h2><p>Text number 9 with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/9" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = 9;</code></pre><blockquote>Quoted</blockquote>');
INSERT INTO public.documents VALUES (11, '925150d6f7aa8b995daa0e84', '53e99a47457e05bbc226e95b', 'draft', 'Only a draft', '', 'css', '/uploads/1795710200484-post-picture.png', false, 1, NULL, NULL, NULL, NULL, NULL, NULL, 1795710304267, 1795710304267, '[{"slug":"tips","label":"Tips"},{"slug":"c-plus-plus","label":"C++"},{"slug":"grosse","label":"Größe"}]', 'A series', 1, '', '{"title":"For engines","description":"Described","canonical":"https://example.com/canonical","image":"/uploads/1795710196692-post-picture.png"}', true, 'css', 'Heading draft
Text number draft with bold words, naïve café, 日本語 and a link.
one
two
const n = draft;
Quoted', '<h2>Heading draft</h2><p>Text number draft with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/draft" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = draft;</code></pre><blockquote>Quoted</blockquote>');
INSERT INTO public.documents VALUES (12, 'a56cc3c1ef91263d5dc98767', '0b1c388032ae0bcf1afa321a', 'draft', '', '', '', '', false, 1, NULL, NULL, NULL, NULL, NULL, NULL, 1795710304295, 1795710304295, '[]', '', 0, '', '{}', false, '', 'Without a title', '<p>Without a title</p>');
INSERT INTO public.documents VALUES (13, '1a7c8a07cd6983a19ba7f203', '53e99a47457e05bbc226e95b', 'scheduled', 'Scheduled', '', 'css', '', false, 1, NULL, 4049766000000, NULL, NULL, NULL, NULL, 1795710304327, 1795710304327, '[{"slug":"tips","label":"Tips"}]', '', 0, '', '{}', false, 'css', 'Heading draft
Text number draft with bold words, naïve café, 日本語 and a link.
one
two
const n = draft;
Quoted', '<h2>Heading draft</h2><p>Text number draft with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/draft" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = draft;</code></pre><blockquote>Quoted</blockquote>');
INSERT INTO public.documents VALUES (19, '69f09c64e8675b9fa8c7faeb', '53e99a47457e05bbc226e95b', 'trashed', 'Unpublished, then in the trash', 'hidden-address', 'css', '', false, 2, NULL, NULL, 1795710322415, NULL, 1795710325972, 'unpublished', 1795710319735, 1795710322399, '[{"slug":"tips","label":"Tips"}]', 'A series', 3, '', '{"title":"Hidden"}', false, 'css', 'Heading draft
Text number draft with bold words, naïve café, 日本語 and a link.
one
two
const n = draft;
Quoted', '<h2>Heading draft</h2><p>Text number draft with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/draft" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = draft;</code></pre><blockquote>Quoted</blockquote>');
INSERT INTO public.documents VALUES (14, '8ba86111a934a06e3719a04a', '0b1c388032ae0bcf1afa321a', 'changed', 'Published document', 'published-document', 'css', '/uploads/1795710196692-post-picture.png', true, 4, 1, NULL, 1795710304464, NULL, NULL, NULL, 1795710304375, 1795710306615, '[{"slug":"tips","label":"Tips"},{"slug":"c-plus-plus","label":"C++"},{"slug":"grosse","label":"Größe"}]', 'A series', 1, 'Again red', '{"title":"For engines","description":"Described","canonical":"https://example.com/canonical","image":"/uploads/1795710196692-post-picture.png"}', true, 'css', 'Heading version 3
Text number version 3 with bold words, naïve café, 日本語 and a link.
one
two
const n = version 3;
Quoted', '<h2>Heading version 3</h2><p>Text number version 3 with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/version 3" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = version 3;</code></pre><blockquote>Quoted</blockquote>');
INSERT INTO public.documents VALUES (15, '3adb31eff68aae6916d38296', '53e99a47457e05bbc226e95b', 'published', 'With a new address', 'a-new-address', 'css', '', false, 2, 2, NULL, 1795710308093, NULL, NULL, NULL, 1795710307159, 1795710307972, '[{"slug":"other","label":"Other"}]', '', 0, '', '{}', false, 'css', 'Heading draft
Text number draft with bold words, naïve café, 日本語 and a link.
one
two
const n = draft;
Quoted', '<h2>Heading draft</h2><p>Text number draft with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/draft" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = draft;</code></pre><blockquote>Quoted</blockquote>');
INSERT INTO public.documents VALUES (16, '1cf3cb3ef6da04cda7409551', '53e99a47457e05bbc226e95b', 'scheduled', 'Live, and scheduled changes', 'live-and-scheduled', 'css', '', false, 2, 1, 4052419200000, 1795710309568, NULL, NULL, NULL, 1795710309475, 1795710311514, '[]', '', 0, '', '{}', false, 'css', 'Heading draft
Text number draft with bold words, naïve café, 日本語 and a link.
one
two
const n = draft;
Quoted', '<h2>Heading draft</h2><p>Text number draft with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/draft" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = draft;</code></pre><blockquote>Quoted</blockquote>');
INSERT INTO public.documents VALUES (17, '19bedb209c9cf79fec288c8f', '53e99a47457e05bbc226e95b', 'trashed', 'In the trash', 'in-the-trash', 'css', '/uploads/1795710196692-post-picture.png', false, 1, 1, NULL, 1795710311911, NULL, 1795710313774, 'published', 1795710311705, 1795710311705, '[{"slug":"tips","label":"Tips"}]', 'A series', 3, '', '{"title":"Hidden"}', false, 'css', 'Heading trash
Text number trash with bold words, naïve café, 日本語 and a link.
one
two
const n = trash;
Quoted', '<h2>Heading trash</h2><p>Text number trash with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/trash" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = trash;</code></pre><blockquote>Quoted</blockquote><p><img src="/uploads/1795710200484-post-picture.png" alt=""></p>');
INSERT INTO public.documents VALUES (18, '74c7a399b0366b58a08e3e74', '53e99a47457e05bbc226e95b', 'unpublished', 'Unpublished', 'unpublished', 'css', '', false, 1, NULL, NULL, 1795710315201, NULL, NULL, NULL, 1795710315132, 1795710315132, '[{"slug":"tips","label":"Tips"}]', 'A series', 3, '', '{"title":"Hidden"}', false, 'css', 'Heading draft
Text number draft with bold words, naïve café, 日本語 and a link.
one
two
const n = draft;
Quoted', '<h2>Heading draft</h2><p>Text number draft with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/draft" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = draft;</code></pre><blockquote>Quoted</blockquote>');
INSERT INTO public.documents VALUES (22, '79921e21de2d1eb2f9fa487a', '53e99a47457e05bbc226e95b', 'unpublished', 'Edited while it was unpublished', 'unpublished-and-edited', 'css', '', false, 2, NULL, NULL, 1795710335708, NULL, NULL, NULL, 1795710335607, 1795710338516, '[{"slug":"tips","label":"Tips"}]', 'A series', 3, '', '{"title":"Hidden"}', false, 'css', 'Heading draft
Text number draft with bold words, naïve café, 日本語 and a link.
one
two
const n = draft;
Quoted', '<h2>Heading draft</h2><p>Text number draft with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/draft" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = draft;</code></pre><blockquote>Quoted</blockquote>');
INSERT INTO public.documents VALUES (23, '6516464cb0dc3c4413ec733d', '53e99a47457e05bbc226e95b', 'trashed', 'A draft in the trash', '', 'css', '', false, 1, NULL, NULL, NULL, NULL, 1795710338816, 'draft', 1795710338593, 1795710338593, '[]', '', 0, '', '{}', false, 'css', 'Heading draft
Text number draft with bold words, naïve café, 日本語 and a link.
one
two
const n = draft;
Quoted', '<h2>Heading draft</h2><p>Text number draft with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/draft" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = draft;</code></pre><blockquote>Quoted</blockquote>');
INSERT INTO public.documents VALUES (24, '4394e8d327f877dec6d6582e', '0b1c388032ae0bcf1afa321a', 'draft', 'Published document (copy)', '', 'css', '/uploads/1795710196692-post-picture.png', false, 1, NULL, NULL, NULL, NULL, NULL, NULL, 1795710338908, 1795710338908, '[{"slug":"tips","label":"Tips"},{"slug":"c-plus-plus","label":"C++"},{"slug":"grosse","label":"Größe"}]', '', 0, 'Again red', '{"title":"For engines","description":"Described","image":"/uploads/1795710196692-post-picture.png"}', true, 'css', 'Heading version 3
Text number version 3 with bold words, naïve café, 日本語 and a link.
one
two
const n = version 3;
Quoted', '<h2>Heading version 3</h2><p>Text number version 3 with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/version 3" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = version 3;</code></pre><blockquote>Quoted</blockquote>');
INSERT INTO public.documents VALUES (8, '8847d4fffd402377be86d917', '58d5b94788b3634fcca85fac', 'trashed', 'Video and no comments', 'video-and-no-comments', 'javascript', '', false, 1, 1, NULL, 1795710255297, NULL, 1795710339019, 'published', 1795710255297, 1795710255297, '[]', '', 0, '', '{}', false, 'javascript', 'Watch:', '<p>Watch:</p><iframe class="ql-video" src="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ" title="YouTube video" loading="lazy" allow="encrypted-media; fullscreen; picture-in-picture" allowfullscreen referrerpolicy="strict-origin-when-cross-origin" sandbox="allow-popups allow-popups-to-escape-sandbox allow-presentation allow-same-origin allow-scripts"></iframe>');
INSERT INTO public.documents VALUES (20, 'e167612f9e3366f3c4fff5e9', '53e99a47457e05bbc226e95b', 'published', 'Trashed and restored', 'trashed-and-restored', 'css', '', false, 1, 1, NULL, 1795710326294, NULL, NULL, NULL, 1795710326014, 1795710326014, '[{"slug":"tips","label":"Tips"}]', 'A series', 3, '', '{"title":"Hidden"}', false, 'css', 'Heading draft
Text number draft with bold words, naïve café, 日本語 and a link.
one
two
const n = draft;
Quoted', '<h2>Heading draft</h2><p>Text number draft with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/draft" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = draft;</code></pre><blockquote>Quoted</blockquote>');
INSERT INTO public.documents VALUES (25, 'ad330afe29aaf931c81dd742', '53e99a47457e05bbc226e95b', 'published', 'Hiding was interrupted', 'hiding-was-interrupted', 'css', '', false, 1, 1, NULL, 1795710340094, NULL, NULL, NULL, 1795710339979, 1795710339979, '[{"slug":"tips","label":"Tips"}]', 'A series', 3, '', '{"title":"Hidden"}', false, 'css', 'Heading draft
Text number draft with bold words, naïve café, 日本語 and a link.
one
two
const n = draft;
Quoted', '<h2>Heading draft</h2><p>Text number draft with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/draft" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = draft;</code></pre><blockquote>Quoted</blockquote>');
INSERT INTO public.feed VALUES ('97149a2f0d000f7abb24ed17', 39);
INSERT INTO public.hidden_comments VALUES (21, '471fe4ecd015f35a5f333b25', 'd0167fa9fec3b6834b2cb280', '54e8ac5d6f7c1da5c2d108fe', 'Goes with its post', 1795710260480, 1795710260480);
INSERT INTO public.hidden_comments VALUES (26, 'a6adcae2c2eec6f262ebcb85', '19bedb209c9cf79fec288c8f', '54e8ac5d6f7c1da5c2d108fe', 'Comment 2 on In the trash', 1795710313072, 1795710313072);
INSERT INTO public.hidden_comments VALUES (27, '929ce21da9254bc47e70dca6', '19bedb209c9cf79fec288c8f', '825b0d86ca2f275be81f93e8', 'Comment 3 on In the trash', 1795710313122, 1795710313122);
INSERT INTO public.hidden_comments VALUES (28, 'e0cbee9d92bdda9941e3c03c', '19bedb209c9cf79fec288c8f', 'd32f232dfe43314128c1b4e2', 'Comment 4 on In the trash', 1795710313407, 1795710313407);
INSERT INTO public.hidden_comments VALUES (24, '4142b6870a996c3b99b6ce3c', '19bedb209c9cf79fec288c8f', 'd32f232dfe43314128c1b4e2', 'Comment 0 on In the trash', 1795710312916, 1795710312916);
INSERT INTO public.hidden_comments VALUES (25, 'ca9d91af2ec8d8e8a917ace5', '19bedb209c9cf79fec288c8f', '27c4aec3dd4de366f5617693', 'Edited before it was hidden', 1795710312956, 1795710313671);
INSERT INTO public.hidden_comments VALUES (31, 'a737da690edb458e8f04397d', '74c7a399b0366b58a08e3e74', '54e8ac5d6f7c1da5c2d108fe', 'Comment 2 on Unpublished', 1795710317692, 1795710317692);
INSERT INTO public.hidden_comments VALUES (32, '61db278ae5dce1e3a8782cd8', '74c7a399b0366b58a08e3e74', '825b0d86ca2f275be81f93e8', 'Comment 3 on Unpublished', 1795710317771, 1795710317771);
INSERT INTO public.hidden_comments VALUES (33, '7ef74f497c7ec42971341ff1', '74c7a399b0366b58a08e3e74', 'd32f232dfe43314128c1b4e2', 'Comment 4 on Unpublished', 1795710317914, 1795710317914);
INSERT INTO public.hidden_comments VALUES (29, 'b0a6ef3aebf94bbf225b96ef', '74c7a399b0366b58a08e3e74', 'd32f232dfe43314128c1b4e2', 'Comment 0 on Unpublished', 1795710317269, 1795710317269);
INSERT INTO public.hidden_comments VALUES (30, '2b1ae83be49cfd771918ed4a', '74c7a399b0366b58a08e3e74', '27c4aec3dd4de366f5617693', 'Edited before it was hidden', 1795710317346, 1795710318646);
INSERT INTO public.hidden_comments VALUES (36, '9c567d75dbd4deb927a6e31e', '69f09c64e8675b9fa8c7faeb', '54e8ac5d6f7c1da5c2d108fe', 'Comment 2 on Unpublished, then in the trash', 1795710321876, 1795710321876);
INSERT INTO public.hidden_comments VALUES (37, '443c285ac4b498082cfd0b54', '69f09c64e8675b9fa8c7faeb', '825b0d86ca2f275be81f93e8', 'Comment 3 on Unpublished, then in the trash', 1795710321932, 1795710321932);
INSERT INTO public.hidden_comments VALUES (38, '57f0fac223d5e020882208d5', '69f09c64e8675b9fa8c7faeb', 'd32f232dfe43314128c1b4e2', 'Comment 4 on Unpublished, then in the trash', 1795710321937, 1795710321937);
INSERT INTO public.hidden_comments VALUES (34, '366e4c3e0d2e65bf17715b00', '69f09c64e8675b9fa8c7faeb', 'd32f232dfe43314128c1b4e2', 'Comment 0 on Unpublished, then in the trash', 1795710321612, 1795710321612);
INSERT INTO public.hidden_comments VALUES (35, '9e1a112b3a5fdb097591cd1e', '69f09c64e8675b9fa8c7faeb', '27c4aec3dd4de366f5617693', 'Edited before it was hidden', 1795710321853, 1795710322383);
INSERT INTO public.hidden_comments VALUES (53, '4ad3595962feccf9a178bb4b', '79921e21de2d1eb2f9fa487a', 'd32f232dfe43314128c1b4e2', 'Comment 4 on Unpublished and edited', 1795710337432, 1795710337432);
INSERT INTO public.hidden_comments VALUES (51, 'df101c8ea3a25f9529570940', '79921e21de2d1eb2f9fa487a', '54e8ac5d6f7c1da5c2d108fe', 'Comment 2 on Unpublished and edited', 1795710337332, 1795710337332);
INSERT INTO public.hidden_comments VALUES (52, '890cc508da5fc2acde438e84', '79921e21de2d1eb2f9fa487a', '825b0d86ca2f275be81f93e8', 'Comment 3 on Unpublished and edited', 1795710337399, 1795710337399);
INSERT INTO public.hidden_comments VALUES (49, '863ad90a6b402ed5b32fad48', '79921e21de2d1eb2f9fa487a', 'd32f232dfe43314128c1b4e2', 'Comment 0 on Unpublished and edited', 1795710337204, 1795710337204);
INSERT INTO public.hidden_comments VALUES (50, 'f66f454f0edb93c11990d014', '79921e21de2d1eb2f9fa487a', '27c4aec3dd4de366f5617693', 'Edited before it was hidden', 1795710337248, 1795710337599);
INSERT INTO public.hidden_comments VALUES (54, 'bd32af35364cc38fbbba954c', 'ad330afe29aaf931c81dd742', 'd32f232dfe43314128c1b4e2', 'Comment 0 on Hiding was interrupted', 1795710341811, 1795710341811);
INSERT INTO public.hidden_comments VALUES (56, '2bf8698795f55486eec1e81b', 'ad330afe29aaf931c81dd742', '54e8ac5d6f7c1da5c2d108fe', 'Comment 2 on Hiding was interrupted', 1795710342080, 1795710342080);
INSERT INTO public.hidden_comments VALUES (57, '2e5ca7e1ec2015c1b13d6685', 'ad330afe29aaf931c81dd742', '825b0d86ca2f275be81f93e8', 'Comment 3 on Hiding was interrupted', 1795710342152, 1795710342152);
INSERT INTO public.hidden_comments VALUES (58, '7fa06012ee4fd059cd0c925d', 'ad330afe29aaf931c81dd742', 'd32f232dfe43314128c1b4e2', 'Comment 4 on Hiding was interrupted', 1795710342229, 1795710342229);
INSERT INTO public.hidden_comments VALUES (55, '5aef2c5f5a97b917d4676bef', 'ad330afe29aaf931c81dd742', '27c4aec3dd4de366f5617693', 'Edited before it was hidden', 1795710341974, 1795710342511);
INSERT INTO public.hidden_likes VALUES ('4142b6870a996c3b99b6ce3c', '27c4aec3dd4de366f5617693', 1795710313426);
INSERT INTO public.hidden_likes VALUES ('4142b6870a996c3b99b6ce3c', '54e8ac5d6f7c1da5c2d108fe', 1795710313483);
INSERT INTO public.hidden_likes VALUES ('ca9d91af2ec8d8e8a917ace5', '53e99a47457e05bbc226e95b', 1795710313521);
INSERT INTO public.hidden_likes VALUES ('b0a6ef3aebf94bbf225b96ef', '27c4aec3dd4de366f5617693', 1795710318158);
INSERT INTO public.hidden_likes VALUES ('b0a6ef3aebf94bbf225b96ef', '54e8ac5d6f7c1da5c2d108fe', 1795710318222);
INSERT INTO public.hidden_likes VALUES ('2b1ae83be49cfd771918ed4a', '53e99a47457e05bbc226e95b', 1795710318380);
INSERT INTO public.hidden_likes VALUES ('366e4c3e0d2e65bf17715b00', '27c4aec3dd4de366f5617693', 1795710321942);
INSERT INTO public.hidden_likes VALUES ('366e4c3e0d2e65bf17715b00', '54e8ac5d6f7c1da5c2d108fe', 1795710322157);
INSERT INTO public.hidden_likes VALUES ('9e1a112b3a5fdb097591cd1e', '53e99a47457e05bbc226e95b', 1795710322370);
INSERT INTO public.hidden_likes VALUES ('863ad90a6b402ed5b32fad48', '27c4aec3dd4de366f5617693', 1795710337471);
INSERT INTO public.hidden_likes VALUES ('863ad90a6b402ed5b32fad48', '54e8ac5d6f7c1da5c2d108fe', 1795710337489);
INSERT INTO public.hidden_likes VALUES ('f66f454f0edb93c11990d014', '53e99a47457e05bbc226e95b', 1795710337527);
INSERT INTO public.hidden_likes VALUES ('bd32af35364cc38fbbba954c', '27c4aec3dd4de366f5617693', 1795710342278);
INSERT INTO public.hidden_likes VALUES ('bd32af35364cc38fbbba954c', '54e8ac5d6f7c1da5c2d108fe', 1795710342291);
INSERT INTO public.hidden_likes VALUES ('5aef2c5f5a97b917d4676bef', '53e99a47457e05bbc226e95b', 1795710342356);
INSERT INTO public.hidden_posts VALUES (7, 'd0167fa9fec3b6834b2cb280', 'deleted-later', '{"seq":7,"id":"d0167fa9fec3b6834b2cb280","userId":"ef5307720255acf9f8450242","title":"Deleted later","slug":"deleted-later","category":"javascript","image":"","isDemo":false,"version":1,"createdAt":"2026-11-26T16:24:13.896Z","updatedAt":"2026-11-26T16:24:13.896Z","guid":"","isFeatured":false,"noindex":false,"text":"Heading 6\nText number 6 with bold words, naïve café, 日本語 and a link.\none\ntwo\nconst n = 6;\nQuoted","content":"<h2>Heading 6</h2><p>Text number 6 with <strong>bold</strong> words, naïve café, 日本語 and <a href=\"https://example.com/6\" rel=\"noopener noreferrer\">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language=\"javascript\"><code>const n = 6;</code></pre><blockquote>Quoted</blockquote>","imageAlt":"","seo":{},"tags":[],"series":null}');
INSERT INTO public.hidden_posts VALUES (14, '19bedb209c9cf79fec288c8f', 'in-the-trash', '{"seq":14,"id":"19bedb209c9cf79fec288c8f","userId":"53e99a47457e05bbc226e95b","title":"In the trash","slug":"in-the-trash","category":"css","image":"/uploads/1795710196692-post-picture.png","isDemo":false,"version":1,"createdAt":"2026-11-26T16:25:11.911Z","updatedAt":"2026-11-26T16:25:11.911Z","guid":"","isFeatured":false,"noindex":false,"text":"Heading trash\nText number trash with bold words, naïve café, 日本語 and a link.\none\ntwo\nconst n = trash;\nQuoted","content":"<h2>Heading trash</h2><p>Text number trash with <strong>bold</strong> words, naïve café, 日本語 and <a href=\"https://example.com/trash\" rel=\"noopener noreferrer\">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language=\"javascript\"><code>const n = trash;</code></pre><blockquote>Quoted</blockquote><p><img src=\"/uploads/1795710200484-post-picture.png\" alt=\"\"></p>","imageAlt":"","seo":{"title":"Hidden"},"tags":[{"slug":"tips","label":"Tips"}],"series":{"slug":"a-series","title":"A series","position":3}}');
INSERT INTO public.hidden_posts VALUES (15, '74c7a399b0366b58a08e3e74', 'unpublished', '{"seq":15,"id":"74c7a399b0366b58a08e3e74","userId":"53e99a47457e05bbc226e95b","title":"Unpublished","slug":"unpublished","category":"css","image":"","isDemo":false,"version":1,"createdAt":"2026-11-26T16:25:15.201Z","updatedAt":"2026-11-26T16:25:15.201Z","guid":"","isFeatured":false,"noindex":false,"text":"Heading draft\nText number draft with bold words, naïve café, 日本語 and a link.\none\ntwo\nconst n = draft;\nQuoted","content":"<h2>Heading draft</h2><p>Text number draft with <strong>bold</strong> words, naïve café, 日本語 and <a href=\"https://example.com/draft\" rel=\"noopener noreferrer\">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language=\"javascript\"><code>const n = draft;</code></pre><blockquote>Quoted</blockquote>","imageAlt":"","seo":{"title":"Hidden"},"tags":[{"slug":"tips","label":"Tips"}],"series":{"slug":"a-series","title":"A series","position":3}}');
INSERT INTO public.hidden_posts VALUES (16, '69f09c64e8675b9fa8c7faeb', 'hidden-address', '{"seq":16,"id":"69f09c64e8675b9fa8c7faeb","userId":"53e99a47457e05bbc226e95b","title":"Unpublished, then in the trash","slug":"hidden-address","category":"css","image":"","isDemo":false,"version":2,"createdAt":"2026-11-26T16:25:19.839Z","updatedAt":"2026-11-26T16:25:22.415Z","guid":"unpublished-then-in-the-trash","isFeatured":false,"noindex":false,"text":"Heading draft\nText number draft with bold words, naïve café, 日本語 and a link.\none\ntwo\nconst n = draft;\nQuoted","content":"<h2>Heading draft</h2><p>Text number draft with <strong>bold</strong> words, naïve café, 日本語 and <a href=\"https://example.com/draft\" rel=\"noopener noreferrer\">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language=\"javascript\"><code>const n = draft;</code></pre><blockquote>Quoted</blockquote>","imageAlt":"","seo":{"title":"Hidden"},"tags":[{"slug":"tips","label":"Tips"}],"series":{"slug":"a-series","title":"A series","position":3}}');
INSERT INTO public.hidden_posts VALUES (8, '8847d4fffd402377be86d917', 'video-and-no-comments', '{"seq":8,"id":"8847d4fffd402377be86d917","userId":"58d5b94788b3634fcca85fac","title":"Video and no comments","slug":"video-and-no-comments","category":"javascript","image":"","isDemo":false,"version":1,"createdAt":"2026-11-26T16:24:15.297Z","updatedAt":"2026-11-26T16:24:15.297Z","guid":"","isFeatured":false,"noindex":false,"text":"Watch:","content":"<p>Watch:</p><iframe class=\"ql-video\" src=\"https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ\" title=\"YouTube video\" loading=\"lazy\" allow=\"encrypted-media; fullscreen; picture-in-picture\" allowfullscreen referrerpolicy=\"strict-origin-when-cross-origin\" sandbox=\"allow-popups allow-popups-to-escape-sandbox allow-presentation allow-same-origin allow-scripts\"></iframe>","imageAlt":"","seo":{},"tags":[],"series":null}');
INSERT INTO public.hidden_posts VALUES (19, '79921e21de2d1eb2f9fa487a', 'unpublished-and-edited', '{"seq":19,"id":"79921e21de2d1eb2f9fa487a","userId":"53e99a47457e05bbc226e95b","title":"Unpublished and edited","slug":"unpublished-and-edited","category":"css","image":"","isDemo":false,"version":1,"createdAt":"2026-11-26T16:25:35.708Z","updatedAt":"2026-11-26T16:25:35.708Z","guid":"","isFeatured":false,"noindex":false,"text":"Heading draft\nText number draft with bold words, naïve café, 日本語 and a link.\none\ntwo\nconst n = draft;\nQuoted","content":"<h2>Heading draft</h2><p>Text number draft with <strong>bold</strong> words, naïve café, 日本語 and <a href=\"https://example.com/draft\" rel=\"noopener noreferrer\">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language=\"javascript\"><code>const n = draft;</code></pre><blockquote>Quoted</blockquote>","imageAlt":"","seo":{"title":"Hidden"},"tags":[{"slug":"tips","label":"Tips"}],"series":{"slug":"a-series","title":"A series","position":3}}');
INSERT INTO public.hidden_posts VALUES (20, 'ad330afe29aaf931c81dd742', 'hiding-was-interrupted', '{"seq":20,"id":"ad330afe29aaf931c81dd742","userId":"53e99a47457e05bbc226e95b","title":"Hiding was interrupted","slug":"hiding-was-interrupted","category":"css","image":"","isDemo":false,"version":1,"createdAt":"2026-11-26T16:25:40.094Z","updatedAt":"2026-11-26T16:25:40.094Z","guid":"","isFeatured":false,"noindex":false,"text":"Heading draft\nText number draft with bold words, naïve café, 日本語 and a link.\none\ntwo\nconst n = draft;\nQuoted","content":"<h2>Heading draft</h2><p>Text number draft with <strong>bold</strong> words, naïve café, 日本語 and <a href=\"https://example.com/draft\" rel=\"noopener noreferrer\">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language=\"javascript\"><code>const n = draft;</code></pre><blockquote>Quoted</blockquote>","imageAlt":"","seo":{"title":"Hidden"},"tags":[{"slug":"tips","label":"Tips"}],"series":{"slug":"a-series","title":"A series","position":3}}');
INSERT INTO public.identities VALUES ('http://localhost:35939', 'google-one', '825b0d86ca2f275be81f93e8', 1795710263114, false);
INSERT INTO public.identities VALUES ('http://localhost:35939', 'reader-one', 'd32f232dfe43314128c1b4e2', 1795710263674, false);
INSERT INTO public.leases VALUES ('scheduler', '2c13fb25-8ca0-47a4-8bda-7eaa4e10ddcc', 1, 0);
INSERT INTO public.leases VALUES ('startup', '113d89eb-d3d1-419a-9a87-2ee8cb83a723', 2, 0);
INSERT INTO public.leases VALUES ('mail', '113d89eb-d3d1-419a-9a87-2ee8cb83a723', 2, 0);
INSERT INTO public.likes VALUES ('e12544c55bc08555127ffab5', 'd32f232dfe43314128c1b4e2', 1795710260502);
INSERT INTO public.likes VALUES ('e12544c55bc08555127ffab5', '27c4aec3dd4de366f5617693', 1795710260528);
INSERT INTO public.likes VALUES ('c90cffafff3c4231a39f635b', '27c4aec3dd4de366f5617693', 1795710260588);
INSERT INTO public.likes VALUES ('e12544c55bc08555127ffab5', '54e8ac5d6f7c1da5c2d108fe', 1795710260637);
INSERT INTO public.likes VALUES ('e12544c55bc08555127ffab5', 'ef5307720255acf9f8450242', 1795710260791);
INSERT INTO public.likes VALUES ('e7da158ca51125cdf64c92f2', 'd32f232dfe43314128c1b4e2', 1795710260867);
INSERT INTO public.likes VALUES ('e7da158ca51125cdf64c92f2', '27c4aec3dd4de366f5617693', 1795710260929);
INSERT INTO public.likes VALUES ('43316b06537735aea90a270a', '53e99a47457e05bbc226e95b', 1795710270779);
INSERT INTO public.likes VALUES ('a4be30f033b532610784fc01', '27c4aec3dd4de366f5617693', 1795710327290);
INSERT INTO public.likes VALUES ('a4be30f033b532610784fc01', '54e8ac5d6f7c1da5c2d108fe', 1795710327328);
INSERT INTO public.likes VALUES ('5556122a5dc4b35f837163a8', '53e99a47457e05bbc226e95b', 1795710327401);
INSERT INTO public.likes VALUES ('5f28c185670b4f54d48396be', 'ef5307720255acf9f8450242', 1795710362629);
INSERT INTO public.mail VALUES ('2a96032173a8ad0fdfdfd9ff', 'verify-email', 'reader-one@example.com', '', 'sent', 1, NULL, 1795710192268, NULL, 1795710192268, 1795710192715);
INSERT INTO public.mail VALUES ('574b88f21a2004dc45f21fad', 'verify-email', 'reader-two@example.com', '', 'sent', 1, NULL, 1795710192880, NULL, 1795710192880, 1795710193019);
INSERT INTO public.mail VALUES ('334ed1af20ca456b5d507e10', 'verify-email', 'writer-three@example.com', '', 'sent', 1, NULL, 1795710193255, NULL, 1795710193255, 1795710193335);
INSERT INTO public.mail VALUES ('c54e212a56081d2f6471f0d7', 'verify-email', 'third-admin@example.com', '', 'sent', 1, NULL, 1795710195823, NULL, 1795710195823, 1795710195956);
INSERT INTO public.mail VALUES ('de9857a0cb7cc88f003388ba', 'sign-in-change', 'reader-one@example.com', '', 'sent', 1, NULL, 1795710263773, NULL, 1795710263773, 1795710264097);
INSERT INTO public.mail VALUES ('f8d0931dbc382830733b7e65', 'verify-email', 'author-one@example.com', '', 'sent', 1, NULL, 1795710264951, NULL, 1795710264951, 1795710265084);
INSERT INTO public.mail VALUES ('3dcdbf9156793728bb5d6c36', 'verify-email', 'editor-one@example.com', '', 'sent', 1, NULL, 1795710265291, NULL, 1795710265291, 1795710265424);
INSERT INTO public.mail VALUES ('c761a43c500340eeb97e1acb', 'verify-email', 'suspended-one@example.com', '', 'sent', 1, NULL, 1795710265645, NULL, 1795710265645, 1795710266005);
INSERT INTO public.mail VALUES ('47b1f5cde5909a0581069c42', 'verify-email', 'moving-one@example.com', '', 'sent', 1, NULL, 1795710266203, NULL, 1795710266203, 1795710266265);
INSERT INTO public.mail VALUES ('b8eebc626a736b270d351a06', 'verify-email', 'codes-one@example.com', '', 'sent', 1, NULL, 1795710266693, NULL, 1795710266693, 1795710266866);
INSERT INTO public.mail VALUES ('cc9aa70a20a989df396a774d', 'verify-email', 'author-one@example.com', '', 'sent', 1, NULL, 1795710271067, NULL, 1795710271067, 1795710271167);
INSERT INTO public.mail VALUES ('92fb5c4785aa0fd6f64d20a6', 'email-change', 'moving-one@example.com', '', 'sent', 1, NULL, 1795710271214, NULL, 1795710271214, 1795710271266);
INSERT INTO public.mail VALUES ('d56c8d76d6f6409bcf43c53d', 'confirm-new-email', 'moved-one@example.com', '', 'sent', 1, NULL, 1795710271227, NULL, 1795710271227, 1795710271328);
INSERT INTO public.mail VALUES ('ac1cb2e89f8cc1c4bf7588df', 'reset-password', 'reader-two@example.com', '', 'sent', 1, NULL, 1795710271486, NULL, 1795710271486, 1795710271564);
INSERT INTO public.mail VALUES ('aa35a5c38eb1f71c07c74dba', 'sign-in-change', 'codes-one@example.com', '{"username":"codes-one","at":"2026-11-26T16:25:03.614Z","change":"two-step-on","name":""}', 'queued', 1, 'connect ECONNREFUSED 127.0.0.1:42893', 1795710357780, NULL, 1795710303614, NULL);
INSERT INTO public.mail VALUES ('bc6f760aea28881159590980', 'new-browser', 'reader-two@example.com', '{"username":"Reader-Two","at":"2026-11-26T16:25:43.203Z","browser":"Firefox on Linux"}', 'queued', 0, NULL, 1795710357780, 'new-browser:27c4aec3dd4de366f5617693:2026-11-26:', 1795710343203, NULL);
INSERT INTO public.mail VALUES ('7dc853cfbfb021d130b6b954', 'new-browser', 'codes-one@example.com', '{"username":"codes-one","at":"2026-11-26T16:25:04.056Z","browser":"Firefox on Linux"}', 'queued', 1, 'connect ECONNREFUSED 127.0.0.1:42893', 1795710357780, 'new-browser:b4ec8aa16f86032b872db7bd:2026-11-26:', 1795710304056, NULL);
INSERT INTO public.mail VALUES ('2fe05f2e2d0144a9c0019110', 'verify-email', 'editor-one@example.com', '{"username":"editor-one","token":"xEGVXWOEy-5SBMV9a36jahYK7FGS_ENI7QSvRl60GSU"}', 'queued', 2, 'connect ECONNREFUSED 127.0.0.1:42893', 1795710417791, NULL, 1795710301577, NULL);
INSERT INTO public.mail VALUES ('426dbddcb4cc48ea9b431a44', 'passkey-added', 'author-one@example.com', '{"username":"author-one","at":"2026-11-26T16:25:03.149Z","name":"Test key"}', 'queued', 2, 'connect ECONNREFUSED 127.0.0.1:42893', 1795710417802, NULL, 1795710303149, NULL);
INSERT INTO public.mail VALUES ('4565c51adce79a78187e80a9', 'new-browser', 'admin@example.com', '{"username":"admin","at":"2026-11-26T16:25:59.362Z","browser":"Firefox on Linux"}', 'queued', 0, NULL, 1795710359362, 'new-browser:ef5307720255acf9f8450242:2026-11-26:', 1795710359362, NULL);
INSERT INTO public.mail VALUES ('1c8c92a229fc834b4e9964f0', 'new-browser', 'author-one@example.com', '{"username":"author-one","at":"2026-11-26T16:25:03.421Z","browser":"Firefox on Linux"}', 'queued', 2, 'connect ECONNREFUSED 127.0.0.1:42893', 1795710419724, 'new-browser:53e99a47457e05bbc226e95b:2026-11-26:Firefox on Linux:127.0.0.1', 1795710303421, NULL);
INSERT INTO public.passkeys VALUES ('3dad2f30c7222625f47fa431', '53e99a47457e05bbc226e95b', 'uQV7Kj7JhWY7GXHpPZ-tQ53G0n6mWUyKj8tsjd4LjHY', 'pQECAyYgASFYIC4puECkRDl0lQeZwqEthFwc9RpZMJgNPS9jq8KO80naIlggGPXnsIxqyUjwfyVw7ikSxmzdeij-PyACd5Ve1Xd6DR4', 3, '["usb"]', false, 'Test key', 1795710303121, 1795710303375, false);
INSERT INTO public.picture_uses VALUES ('1795710202362-profile-picture.png', 'profile', 'd32f232dfe43314128c1b4e2', 0);
INSERT INTO public.picture_uses VALUES ('1795710196692-post-picture.png', 'draft', '0ed935e9bde02ca2795cd57a', 0);
INSERT INTO public.picture_uses VALUES ('1795710200484-post-picture.png', 'draft', '0ed935e9bde02ca2795cd57a', 0);
INSERT INTO public.picture_uses VALUES ('1795710196692-post-picture.png', 'post', '0ed935e9bde02ca2795cd57a', 0);
INSERT INTO public.picture_uses VALUES ('1795710200484-post-picture.png', 'post', '0ed935e9bde02ca2795cd57a', 0);
INSERT INTO public.picture_uses VALUES ('1795710196692-post-picture.png', 'version', '0ed935e9bde02ca2795cd57a', 1);
INSERT INTO public.picture_uses VALUES ('1795710200484-post-picture.png', 'version', '0ed935e9bde02ca2795cd57a', 1);
INSERT INTO public.picture_uses VALUES ('1795710267544-post-picture.png', 'post', 'efc2ff5c7d020af12085f652', 0);
INSERT INTO public.picture_uses VALUES ('1795710267544-post-picture.png', 'draft', 'efc2ff5c7d020af12085f652', 0);
INSERT INTO public.picture_uses VALUES ('1795710267544-post-picture.png', 'version', 'efc2ff5c7d020af12085f652', 1);
INSERT INTO public.picture_uses VALUES ('1795710200484-post-picture.png', 'draft', '925150d6f7aa8b995daa0e84', 0);
INSERT INTO public.picture_uses VALUES ('1795710196692-post-picture.png', 'draft', '925150d6f7aa8b995daa0e84', 0);
INSERT INTO public.picture_uses VALUES ('1795710200484-post-picture.png', 'version', '925150d6f7aa8b995daa0e84', 1);
INSERT INTO public.picture_uses VALUES ('1795710196692-post-picture.png', 'version', '925150d6f7aa8b995daa0e84', 1);
INSERT INTO public.picture_uses VALUES ('1795710196692-post-picture.png', 'draft', '8ba86111a934a06e3719a04a', 0);
INSERT INTO public.picture_uses VALUES ('1795710196692-post-picture.png', 'version', '8ba86111a934a06e3719a04a', 1);
INSERT INTO public.picture_uses VALUES ('1795710196692-post-picture.png', 'post', '8ba86111a934a06e3719a04a', 0);
INSERT INTO public.picture_uses VALUES ('1795710196692-post-picture.png', 'version', '8ba86111a934a06e3719a04a', 3);
INSERT INTO public.picture_uses VALUES ('1795710196692-post-picture.png', 'version', '8ba86111a934a06e3719a04a', 4);
INSERT INTO public.picture_uses VALUES ('1795710196692-post-picture.png', 'draft', '19bedb209c9cf79fec288c8f', 0);
INSERT INTO public.picture_uses VALUES ('1795710200484-post-picture.png', 'draft', '19bedb209c9cf79fec288c8f', 0);
INSERT INTO public.picture_uses VALUES ('1795710196692-post-picture.png', 'version', '19bedb209c9cf79fec288c8f', 1);
INSERT INTO public.picture_uses VALUES ('1795710200484-post-picture.png', 'version', '19bedb209c9cf79fec288c8f', 1);
INSERT INTO public.picture_uses VALUES ('1795710196692-post-picture.png', 'hidden', '19bedb209c9cf79fec288c8f', 0);
INSERT INTO public.picture_uses VALUES ('1795710200484-post-picture.png', 'hidden', '19bedb209c9cf79fec288c8f', 0);
INSERT INTO public.picture_uses VALUES ('1795710196692-post-picture.png', 'draft', '4394e8d327f877dec6d6582e', 0);
INSERT INTO public.picture_uses VALUES ('1795710196692-post-picture.png', 'version', '4394e8d327f877dec6d6582e', 1);
INSERT INTO public.pictures VALUES ('/uploads/1795710196692-post-picture.png', 'ef5307720255acf9f8450242', 'post', 900, 300, 1310, 2975, '[480,900]', 1795710200436, '');
INSERT INTO public.pictures VALUES ('/uploads/1795710201738-post-picture.png', '58d5b94788b3634fcca85fac', 'post', 900, 300, 1310, 2940, '[480,900]', 1795710202340, '');
INSERT INTO public.pictures VALUES ('/uploads/1795710202362-profile-picture.png', 'd32f232dfe43314128c1b4e2', 'profile', 300, 300, 709, 1619, '[96,192]', 1795710203058, '');
INSERT INTO public.pictures VALUES ('/uploads/1795710267544-post-picture.png', '53e99a47457e05bbc226e95b', 'post', 900, 300, 1528, 3170, '[480,900]', 1795710268517, '');
INSERT INTO public.pictures VALUES ('/uploads/1795710200484-post-picture.png', 'ef5307720255acf9f8450242', 'post', 900, 300, 1310, 3011, '[480,900]', 1795710201722, 'Blue, from the library');
INSERT INTO public.post_tags VALUES ('8ba86111a934a06e3719a04a', 'tips', 0, false, 1795710304464, 11);
INSERT INTO public.post_tags VALUES ('8ba86111a934a06e3719a04a', 'c-plus-plus', 1, false, 1795710304464, 11);
INSERT INTO public.post_tags VALUES ('8ba86111a934a06e3719a04a', 'grosse', 2, false, 1795710304464, 11);
INSERT INTO public.post_tags VALUES ('3adb31eff68aae6916d38296', 'tips', 0, true, 1795710307304, 12);
INSERT INTO public.post_tags VALUES ('3adb31eff68aae6916d38296', 'other', 0, false, 1795710307304, 12);
INSERT INTO public.post_tags VALUES ('e167612f9e3366f3c4fff5e9', 'tips', 0, false, 1795710326294, 17);
INSERT INTO public.post_tags VALUES ('ad330afe29aaf931c81dd742', 'tips', 0, false, 1795710340094, 20);
INSERT INTO public.post_words VALUES (1, '''0'' ''a'' ''and'' ''bold'' ''cafe'' ''const'' ''heading'' ''link'' ''n'' ''naive'' ''number'' ''one'' ''pictures'' ''post'' ''quoted'' ''text'' ''two'' ''with'' ''words'' ''日本語''');
INSERT INTO public.post_words VALUES (2, '''1'' ''a'' ''and'' ''bold'' ''cafe'' ''const'' ''heading'' ''link'' ''n'' ''naive'' ''number'' ''one'' ''quoted'' ''same'' ''text'' ''title'' ''two'' ''with'' ''words'' ''日本語''');
INSERT INTO public.post_words VALUES (3, '''2'' ''a'' ''and'' ''bold'' ''cafe'' ''const'' ''heading'' ''link'' ''n'' ''naive'' ''number'' ''one'' ''quoted'' ''same'' ''text'' ''title'' ''two'' ''with'' ''words'' ''日本語''');
INSERT INTO public.post_words VALUES (4, '''3'' ''a'' ''and'' ''angle'' ''bold'' ''cafe'' ''const'' ''heading'' ''link'' ''n'' ''naive'' ''number'' ''one'' ''quoted'' ''quotes'' ''text'' ''title'' ''two'' ''unicode'' ''with'' ''words'' ''日本語''');
INSERT INTO public.post_words VALUES (5, '''4'' ''a'' ''account'' ''an'' ''and'' ''bold'' ''by'' ''cafe'' ''const'' ''deleted'' ''heading'' ''link'' ''n'' ''naive'' ''number'' ''one'' ''quoted'' ''text'' ''that'' ''two'' ''was'' ''with'' ''words'' ''日本語''');
INSERT INTO public.post_words VALUES (6, '''a'' ''and'' ''bold'' ''cafe'' ''changed'' ''const'' ''heading'' ''link'' ''n'' ''naive'' ''number'' ''one'' ''quoted'' ''text'' ''title'' ''two'' ''with'' ''words'' ''日本語''');
INSERT INTO public.post_words VALUES (9, '''8'' ''a'' ''an'' ''and'' ''author'' ''bold'' ''by'' ''cafe'' ''const'' ''heading'' ''link'' ''n'' ''naive'' ''number'' ''one'' ''quoted'' ''text'' ''two'' ''with'' ''words'' ''日本語''');
INSERT INTO public.post_words VALUES (10, '''9'' ''a'' ''an'' ''and'' ''bold'' ''by'' ''cafe'' ''const'' ''editor'' ''heading'' ''link'' ''n'' ''naive'' ''number'' ''one'' ''quoted'' ''text'' ''two'' ''with'' ''words'' ''日本語''');
INSERT INTO public.post_words VALUES (11, '''a'' ''and'' ''bold'' ''cafe'' ''const'' ''document'' ''draft'' ''heading'' ''link'' ''n'' ''naive'' ''number'' ''one'' ''published'' ''quoted'' ''text'' ''two'' ''with'' ''words'' ''日本語''');
INSERT INTO public.post_words VALUES (12, '''a'' ''address'' ''and'' ''bold'' ''cafe'' ''const'' ''draft'' ''heading'' ''link'' ''n'' ''naive'' ''new'' ''number'' ''one'' ''quoted'' ''text'' ''two'' ''with'' ''words'' ''日本語''');
INSERT INTO public.post_words VALUES (13, '''a'' ''and'' ''bold'' ''cafe'' ''const'' ''draft'' ''heading'' ''link'' ''live'' ''n'' ''naive'' ''number'' ''one'' ''quoted'' ''scheduled'' ''text'' ''two'' ''with'' ''words'' ''日本語''');
INSERT INTO public.post_words VALUES (17, '''a'' ''and'' ''bold'' ''cafe'' ''const'' ''draft'' ''heading'' ''link'' ''n'' ''naive'' ''number'' ''one'' ''quoted'' ''restored'' ''text'' ''trashed'' ''two'' ''with'' ''words'' ''日本語''');
INSERT INTO public.post_words VALUES (20, '''a'' ''and'' ''bold'' ''cafe'' ''const'' ''draft'' ''heading'' ''hiding'' ''interrupted'' ''link'' ''n'' ''naive'' ''number'' ''one'' ''quoted'' ''text'' ''two'' ''was'' ''with'' ''words'' ''日本語''');
INSERT INTO public.post_words VALUES (21, '''a'' ''an'' ''and'' ''bold'' ''cafe'' ''const'' ''from'' ''heading'' ''link'' ''n'' ''naive'' ''node'' ''number'' ''older'' ''one'' ''quoted'' ''text'' ''two'' ''with'' ''words'' ''日本語''');
INSERT INTO public.posts VALUES (1, '0ed935e9bde02ca2795cd57a', 'ef5307720255acf9f8450242', 'A post with pictures', 'a-post-with-pictures', 'javascript', '/uploads/1795710196692-post-picture.png', false, 1, 1795710203155, 1795710203155, 'Heading 0
Text number 0 with bold words, naïve café, 日本語 and a link.
one
two
const n = 0;
Quoted', '<h2>Heading 0</h2><p>Text number 0 with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/0" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = 0;</code></pre><blockquote>Quoted</blockquote><p><img src="/uploads/1795710200484-post-picture.png" alt="A blue square"></p>', 'A red square', '', false, false, '{}');
INSERT INTO public.posts VALUES (2, '76a06d72566991befcd790ef', 'ef5307720255acf9f8450242', 'Same title', 'same-title', 'reactjs', '', false, 1, 1795710213985, 1795710213985, 'Heading 1
Text number 1 with bold words, naïve café, 日本語 and a link.
one
two
const n = 1;
Quoted', '<h2>Heading 1</h2><p>Text number 1 with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/1" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = 1;</code></pre><blockquote>Quoted</blockquote>', '', '', false, false, '{}');
INSERT INTO public.posts VALUES (3, 'ecfe270cf048fe01a5a202a9', '63357bab7c9f9ebada4f2417', 'Same title', 'same-title-2', 'nextjs', '', false, 1, 1795710226092, 1795710226092, 'Heading 2
Text number 2 with bold words, naïve café, 日本語 and a link.
one
two
const n = 2;
Quoted', '<h2>Heading 2</h2><p>Text number 2 with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/2" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = 2;</code></pre><blockquote>Quoted</blockquote>', '', '', false, false, '{}');
INSERT INTO public.posts VALUES (4, '1cd76cca71eb1401c8a42153', '58d5b94788b3634fcca85fac', 'Ünïcode títle & <angle> "quotes" 日本語', 'unicode-title-angle-quotes-ri-ben-yu', 'rust', '', false, 1, 1795710238289, 1795710238289, 'Heading 3
Text number 3 with bold words, naïve café, 日本語 and a link.
one
two
const n = 3;
Quoted', '<h2>Heading 3</h2><p>Text number 3 with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/3" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = 3;</code></pre><blockquote>Quoted</blockquote>', '', '', false, false, '{}');
INSERT INTO public.posts VALUES (5, '7fe226f356e560bb4c5ccf6c', '63357bab7c9f9ebada4f2417', 'By an account that was deleted', 'by-an-account-that-was-deleted', 'uncategorized', 'https://pictures.example.com/cover.jpg', false, 1, 1795710250377, 1795710250377, 'Heading 4
Text number 4 with bold words, naïve café, 日本語 and a link.
one
two
const n = 4;
Quoted', '<h2>Heading 4</h2><p>Text number 4 with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/4" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = 4;</code></pre><blockquote>Quoted</blockquote>', '', '', false, false, '{}');
INSERT INTO public.posts VALUES (6, '1dbf88692838f2f524786893', 'ef5307720255acf9f8450242', 'Changed title', 'changed-later', 'css', '', false, 2, 1795710250921, 1795710257040, 'Heading changed
Text number changed with bold words, naïve café, 日本語 and a link.
one
two
const n = changed;
Quoted', '<h2>Heading changed</h2><p>Text number changed with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/changed" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = changed;</code></pre><blockquote>Quoted</blockquote>', '', '', false, false, '{}');
INSERT INTO public.posts VALUES (9, 'efc2ff5c7d020af12085f652', '53e99a47457e05bbc226e95b', 'By an author', 'by-an-author', 'javascript', '/uploads/1795710267544-post-picture.png', false, 1, 1795710268534, 1795710268534, 'Heading 8
Text number 8 with bold words, naïve café, 日本語 and a link.
one
two
const n = 8;
Quoted', '<h2>Heading 8</h2><p>Text number 8 with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/8" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = 8;</code></pre><blockquote>Quoted</blockquote>', '', '', false, false, '{}');
INSERT INTO public.posts VALUES (10, '4f10ee6d29db8166a26c8baa', '0b1c388032ae0bcf1afa321a', 'By an editor', 'by-an-editor', 'css', '', false, 1, 1795710269374, 1795710269374, 'Heading 9
Text number 9 with bold words, naïve café, 日本語 and a link.
one
two
const n = 9;
Quoted', '<h2>Heading 9</h2><p>Text number 9 with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/9" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = 9;</code></pre><blockquote>Quoted</blockquote>', '', '', false, false, '{}');
INSERT INTO public.posts VALUES (11, '8ba86111a934a06e3719a04a', '0b1c388032ae0bcf1afa321a', 'Published document', 'published-document', 'css', '/uploads/1795710196692-post-picture.png', false, 1, 1795710304464, 1795710304464, 'Heading draft
Text number draft with bold words, naïve café, 日本語 and a link.
one
two
const n = draft;
Quoted', '<h2>Heading draft</h2><p>Text number draft with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/draft" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = draft;</code></pre><blockquote>Quoted</blockquote>', 'Again red', '', true, true, '{"title":"For engines","description":"Described","canonical":"https://example.com/canonical","image":"/uploads/1795710196692-post-picture.png"}');
INSERT INTO public.posts VALUES (12, '3adb31eff68aae6916d38296', '53e99a47457e05bbc226e95b', 'With a new address', 'a-new-address', 'css', '', false, 2, 1795710307304, 1795710308093, 'Heading draft
Text number draft with bold words, naïve café, 日本語 and a link.
one
two
const n = draft;
Quoted', '<h2>Heading draft</h2><p>Text number draft with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/draft" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = draft;</code></pre><blockquote>Quoted</blockquote>', '', 'with-another-address', false, false, '{}');
INSERT INTO public.posts VALUES (13, '1cf3cb3ef6da04cda7409551', '53e99a47457e05bbc226e95b', 'Live and scheduled', 'live-and-scheduled', 'css', '', false, 1, 1795710309568, 1795710309568, 'Heading draft
Text number draft with bold words, naïve café, 日本語 and a link.
one
two
const n = draft;
Quoted', '<h2>Heading draft</h2><p>Text number draft with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/draft" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = draft;</code></pre><blockquote>Quoted</blockquote>', '', '', false, false, '{}');
INSERT INTO public.posts VALUES (20, 'ad330afe29aaf931c81dd742', '53e99a47457e05bbc226e95b', 'Hiding was interrupted', 'hiding-was-interrupted', 'css', '', false, 1, 1795710340094, 1795710340094, 'Heading draft
Text number draft with bold words, naïve café, 日本語 and a link.
one
two
const n = draft;
Quoted', '<h2>Heading draft</h2><p>Text number draft with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/draft" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = draft;</code></pre><blockquote>Quoted</blockquote>', '', '', false, false, '{"title":"Hidden"}');
INSERT INTO public.posts VALUES (17, 'e167612f9e3366f3c4fff5e9', '53e99a47457e05bbc226e95b', 'Trashed and restored', 'trashed-and-restored', 'css', '', false, 1, 1795710326294, 1795710326294, 'Heading draft
Text number draft with bold words, naïve café, 日本語 and a link.
one
two
const n = draft;
Quoted', '<h2>Heading draft</h2><p>Text number draft with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/draft" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = draft;</code></pre><blockquote>Quoted</blockquote>', '', '', false, false, '{"title":"Hidden"}');
INSERT INTO public.posts VALUES (21, '98d46f3b9ef91e3b14f3a9be', 'ef5307720255acf9f8450242', 'From an older node', 'from-an-older-node', 'reactjs', '', false, 1, 1795710359879, 1795710359879, 'Heading older
Text number older with bold words, naïve café, 日本語 and a link.
one
two
const n = older;
Quoted', '<h2>Heading older</h2><p>Text number older with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/older" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = older;</code></pre><blockquote>Quoted</blockquote>', '', '', false, false, '{}');
INSERT INTO public.preview_links VALUES ('c07fb4280837a97e2b38f3ac194d6316fabc53dab447c8727cb9f1adccc954be', '8ba86111a934a06e3719a04a', '0b1c388032ae0bcf1afa321a', 1795710339896, 1798302339896);
INSERT INTO public.rate_limits VALUES ('comment:27c4aec3dd4de366f5617693', 5, 1795710381853);
INSERT INTO public.rate_limits VALUES ('signInAccount:JY2NyRbbjOosr7bDzQywJG', 0, 1795710418813);
INSERT INTO public.rate_limits VALUES ('comment:141b63e6b4efd94a0e78dbd0', 1, 1795710330411);
INSERT INTO public.rate_limits VALUES ('mail:verify-email:rl544baikZcPJx3iAvrYTi', 1, 1795713792256);
INSERT INTO public.rate_limits VALUES ('mailDay:verify-email:rl544baikZcPJx3iAvrYTi', 1, 1795796592257);
INSERT INTO public.rate_limits VALUES ('signInAccount:rl544baikZcPJx3iAvrYTi', 0, 1795710252288);
INSERT INTO public.rate_limits VALUES ('mail:verify-email:62nRnDTp-Fc9jR_6xmd1Vg', 2, 1795713864907);
INSERT INTO public.rate_limits VALUES ('mail:verify-email:zvQShDsm65dAYEOlSJ79eH', 1, 1795713792860);
INSERT INTO public.rate_limits VALUES ('mailDay:verify-email:zvQShDsm65dAYEOlSJ79eH', 1, 1795796592860);
INSERT INTO public.rate_limits VALUES ('mailDay:verify-email:62nRnDTp-Fc9jR_6xmd1Vg', 2, 1795796664911);
INSERT INTO public.rate_limits VALUES ('emailTaken:e9b862e35d3f5eb36710f8f9', 0, 1795713871169);
INSERT INTO public.rate_limits VALUES ('mail:verify-email:R1est_4VfAAFQ34glqL7Tx', 1, 1795713793230);
INSERT INTO public.rate_limits VALUES ('mailDay:verify-email:R1est_4VfAAFQ34glqL7Tx', 1, 1795796593243);
INSERT INTO public.rate_limits VALUES ('emailChange:e9b862e35d3f5eb36710f8f9', 1, 1795713871173);
INSERT INTO public.rate_limits VALUES ('signInAccount:R1est_4VfAAFQ34glqL7Tx', 0, 1795710253310);
INSERT INTO public.rate_limits VALUES ('like:63357bab7c9f9ebada4f2417', 2, 1795710320843);
INSERT INTO public.rate_limits VALUES ('mail:verify-email:EeLF76QMrOgv0GVlwKeJ7w', 1, 1795713793830);
INSERT INTO public.rate_limits VALUES ('mailDay:verify-email:EeLF76QMrOgv0GVlwKeJ7w', 1, 1795796593866);
INSERT INTO public.rate_limits VALUES ('mail:confirm-new-email:Uv3lfLMLaWwFGDac1GiR6f', 1, 1795713871215);
INSERT INTO public.rate_limits VALUES ('mailDay:confirm-new-email:Uv3lfLMLaWwFGDac1GiR6f', 1, 1795796671218);
INSERT INTO public.rate_limits VALUES ('comment:54e8ac5d6f7c1da5c2d108fe', 5, 1795710381876);
INSERT INTO public.rate_limits VALUES ('signInAccount:EeLF76QMrOgv0GVlwKeJ7w', 0, 1795710253938);
INSERT INTO public.rate_limits VALUES ('comment:825b0d86ca2f275be81f93e8', 4, 1795710387163);
INSERT INTO public.rate_limits VALUES ('mail:verify-email:Na_Bb9Vt7gFvUsE0SUeAw9', 1, 1795713794781);
INSERT INTO public.rate_limits VALUES ('mailDay:verify-email:Na_Bb9Vt7gFvUsE0SUeAw9', 1, 1795796594803);
INSERT INTO public.rate_limits VALUES ('mailAddress:127.0.0.1', 1, 1795713871349);
INSERT INTO public.rate_limits VALUES ('like:d32f232dfe43314128c1b4e2', 4, 1795710320502);
INSERT INTO public.rate_limits VALUES ('mail:reset-password:zvQShDsm65dAYEOlSJ79eH', 1, 1795713871364);
INSERT INTO public.rate_limits VALUES ('signInAccount:Na_Bb9Vt7gFvUsE0SUeAw9', 0, 1795710254931);
INSERT INTO public.rate_limits VALUES ('mailDay:reset-password:zvQShDsm65dAYEOlSJ79eH', 1, 1795796671382);
INSERT INTO public.rate_limits VALUES ('mail:verify-email:nrqrPcMIDETmG7VaJh2PP9', 2, 1795713865276);
INSERT INTO public.rate_limits VALUES ('edit:d32f232dfe43314128c1b4e2', 1, 1795710321118);
INSERT INTO public.rate_limits VALUES ('mailDay:verify-email:nrqrPcMIDETmG7VaJh2PP9', 2, 1795796665277);
INSERT INTO public.rate_limits VALUES ('mail:verify-email:uy8fiINYWq7dNwc233MhQX', 1, 1795713795819);
INSERT INTO public.rate_limits VALUES ('mailDay:verify-email:uy8fiINYWq7dNwc233MhQX', 1, 1795796595820);
INSERT INTO public.rate_limits VALUES ('edit:ef5307720255acf9f8450242', 1, 1795710321207);
INSERT INTO public.rate_limits VALUES ('signInAccount:uy8fiINYWq7dNwc233MhQX', 0, 1795710255875);
INSERT INTO public.rate_limits VALUES ('passkey:127.0.0.1', 2, 1795711203236);
INSERT INTO public.rate_limits VALUES ('comment:d32f232dfe43314128c1b4e2', 10, 1795710381612);
INSERT INTO public.rate_limits VALUES ('upload:ef5307720255acf9f8450242', 2, 1795710256627);
INSERT INTO public.rate_limits VALUES ('upload:58d5b94788b3634fcca85fac', 1, 1795710261737);
INSERT INTO public.rate_limits VALUES ('upload:d32f232dfe43314128c1b4e2', 1, 1795710262361);
INSERT INTO public.rate_limits VALUES ('save:63357bab7c9f9ebada4f2417', 2, 1795710286083);
INSERT INTO public.rate_limits VALUES ('like:ef5307720255acf9f8450242', 1, 1795710422629);
INSERT INTO public.rate_limits VALUES ('signInAccount:DcZAcx2WudcUeaSB78cr2v', 0, 1795710326752);
INSERT INTO public.rate_limits VALUES ('save:58d5b94788b3634fcca85fac', 2, 1795710298286);
INSERT INTO public.rate_limits VALUES ('save:ef5307720255acf9f8450242', 5, 1795710263153);
INSERT INTO public.rate_limits VALUES ('comment:7bef5290ea707f4628a6a214', 1, 1795710319144);
INSERT INTO public.rate_limits VALUES ('google:127.0.0.1', 5, 1795711162603);
INSERT INTO public.rate_limits VALUES ('comment:ef5307720255acf9f8450242', 2, 1795710422594);
INSERT INTO public.rate_limits VALUES ('signInAccount:62nRnDTp-Fc9jR_6xmd1Vg', 0, 1795710325024);
INSERT INTO public.rate_limits VALUES ('upload:53e99a47457e05bbc226e95b', 1, 1795710327508);
INSERT INTO public.rate_limits VALUES ('like:27c4aec3dd4de366f5617693', 5, 1795710381942);
INSERT INTO public.rate_limits VALUES ('signInAccount:nrqrPcMIDETmG7VaJh2PP9', 0, 1795710325303);
INSERT INTO public.rate_limits VALUES ('mail:verify-email:zeZQTUgzJ5YJ7oOt9NoEze', 1, 1795713865641);
INSERT INTO public.rate_limits VALUES ('mailDay:verify-email:zeZQTUgzJ5YJ7oOt9NoEze', 1, 1795796665643);
INSERT INTO public.rate_limits VALUES ('like:54e8ac5d6f7c1da5c2d108fe', 5, 1795710382157);
INSERT INTO public.rate_limits VALUES ('signInAccount:zeZQTUgzJ5YJ7oOt9NoEze', 0, 1795710325791);
INSERT INTO public.rate_limits VALUES ('mail:verify-email:9yqDqfJZeWT7mZT15QxNM-', 1, 1795713866196);
INSERT INTO public.rate_limits VALUES ('mailDay:verify-email:9yqDqfJZeWT7mZT15QxNM-', 1, 1795796666196);
INSERT INTO public.rate_limits VALUES ('like:53e99a47457e05bbc226e95b', 3, 1795710393715);
INSERT INTO public.rate_limits VALUES ('like:7bef5290ea707f4628a6a214', 5, 1795710382376);
INSERT INTO public.rate_limits VALUES ('signInAccount:9yqDqfJZeWT7mZT15QxNM-', 0, 1795710326236);
INSERT INTO public.rate_limits VALUES ('signUp:127.0.0.1', 5, 1795710324359);
INSERT INTO public.rate_limits VALUES ('mail:verify-email:DcZAcx2WudcUeaSB78cr2v', 1, 1795713866679);
INSERT INTO public.rate_limits VALUES ('mailDay:verify-email:DcZAcx2WudcUeaSB78cr2v', 1, 1795796666680);
INSERT INTO public.rate_limits VALUES ('edit:27c4aec3dd4de366f5617693', 7, 1795710373664);
INSERT INTO public.rate_limits VALUES ('signInAccount:zvQShDsm65dAYEOlSJ79eH', 0, 1795710403039);
INSERT INTO public.rate_limits VALUES ('save:0b1c388032ae0bcf1afa321a', 1, 1795710398906);
INSERT INTO public.rate_limits VALUES ('save:53e99a47457e05bbc226e95b', 5, 1795710390750);
INSERT INTO public.rate_limits VALUES ('signInAddress:127.0.0.1', 0, 1795710403039);
INSERT INTO public.recovery_codes VALUES ('b4ec8aa16f86032b872db7bd', '1b9c54fae8e42ed82035e9a8d5e2c82d3707d27d6671f806336265552d73e555', NULL, 1795710303624);
INSERT INTO public.recovery_codes VALUES ('b4ec8aa16f86032b872db7bd', 'ade09e20ca702c03f81cc8c02867410225d188cb27d8fe43ec1a24fb598bc857', NULL, 1795710303624);
INSERT INTO public.recovery_codes VALUES ('b4ec8aa16f86032b872db7bd', 'a4fb5db5e6c454e697439a994574e119969288427f0bc54335796ed2e654e2e6', NULL, 1795710303624);
INSERT INTO public.recovery_codes VALUES ('b4ec8aa16f86032b872db7bd', '901b4aa890cfbdf13c8f0b15dcc078376b973c394690240855966ecb851d6dd0', NULL, 1795710303624);
INSERT INTO public.recovery_codes VALUES ('b4ec8aa16f86032b872db7bd', '378f0f8289c91bab925d858bfd64ebfb328420b2c6a3718f65605e321f3b421d', NULL, 1795710303624);
INSERT INTO public.recovery_codes VALUES ('b4ec8aa16f86032b872db7bd', 'd6c6f1a3ec8ca6cd66f5e5fcc3c7aea99551aa705f405387a57131f74134593c', NULL, 1795710303624);
INSERT INTO public.recovery_codes VALUES ('b4ec8aa16f86032b872db7bd', '782de2f22adc1ed9135d8ede94008a688a5c90168e45cb2a436a41076acd2474', NULL, 1795710303624);
INSERT INTO public.recovery_codes VALUES ('b4ec8aa16f86032b872db7bd', '9cd45cf5fdaaa01370b72efd725494608ea2f5df6a50b40e78169eb2290980e3', NULL, 1795710303624);
INSERT INTO public.recovery_codes VALUES ('b4ec8aa16f86032b872db7bd', '4dc404125863c3ee21c70784ba59803f79013b45ff788c02e74dccf51edcc41b', NULL, 1795710303624);
INSERT INTO public.recovery_codes VALUES ('b4ec8aa16f86032b872db7bd', '15416eab8675eae5938b5ef116fee1415a5f6122f0863f003e0abe9926bbf572', 1795710304014, 1795710303624);
INSERT INTO public.redirects VALUES ('with-another-address', '3adb31eff68aae6916d38296', 301, 1795710308093);
INSERT INTO public.redirects VALUES ('unpublished-then-in-the-trash', '69f09c64e8675b9fa8c7faeb', 301, 1795710322415);
INSERT INTO public.revisions VALUES ('0ed935e9bde02ca2795cd57a', 1, 'published', '', 'ef5307720255acf9f8450242', 96, 0, 1795710203155, 'A post with pictures', '{"slug":"a-post-with-pictures","category":"javascript","categoryLabel":"javascript","image":"/uploads/1795710196692-post-picture.png","imageAlt":"A red square","tags":[],"series":"","seriesPosition":0,"isFeatured":false,"noindex":false,"seo":{}}', '<h2>Heading 0</h2><p>Text number 0 with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/0" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = 0;</code></pre><blockquote>Quoted</blockquote><p><img src="/uploads/1795710200484-post-picture.png" alt="A blue square"></p>');
INSERT INTO public.revisions VALUES ('76a06d72566991befcd790ef', 1, 'published', '', 'ef5307720255acf9f8450242', 96, 0, 1795710213985, 'Same title', '{"slug":"same-title","category":"reactjs","categoryLabel":"reactjs","image":"","imageAlt":"","tags":[],"series":"","seriesPosition":0,"isFeatured":false,"noindex":false,"seo":{}}', '<h2>Heading 1</h2><p>Text number 1 with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/1" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = 1;</code></pre><blockquote>Quoted</blockquote>');
INSERT INTO public.revisions VALUES ('ecfe270cf048fe01a5a202a9', 1, 'published', '', '63357bab7c9f9ebada4f2417', 96, 0, 1795710226092, 'Same title', '{"slug":"same-title-2","category":"nextjs","categoryLabel":"nextjs","image":"","imageAlt":"","tags":[],"series":"","seriesPosition":0,"isFeatured":false,"noindex":false,"seo":{}}', '<h2>Heading 2</h2><p>Text number 2 with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/2" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = 2;</code></pre><blockquote>Quoted</blockquote>');
INSERT INTO public.revisions VALUES ('1cd76cca71eb1401c8a42153', 1, 'published', '', '58d5b94788b3634fcca85fac', 96, 0, 1795710238289, 'Ünïcode títle & <angle> "quotes" 日本語', '{"slug":"unicode-title-angle-quotes-ri-ben-yu","category":"rust","categoryLabel":"Rust 🦀","image":"","imageAlt":"","tags":[],"series":"","seriesPosition":0,"isFeatured":false,"noindex":false,"seo":{}}', '<h2>Heading 3</h2><p>Text number 3 with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/3" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = 3;</code></pre><blockquote>Quoted</blockquote>');
INSERT INTO public.revisions VALUES ('7fe226f356e560bb4c5ccf6c', 1, 'published', '', '63357bab7c9f9ebada4f2417', 96, 0, 1795710250377, 'By an account that was deleted', '{"slug":"by-an-account-that-was-deleted","category":"uncategorized","categoryLabel":"uncategorized","image":"https://pictures.example.com/cover.jpg","imageAlt":"","tags":[],"series":"","seriesPosition":0,"isFeatured":false,"noindex":false,"seo":{}}', '<h2>Heading 4</h2><p>Text number 4 with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/4" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = 4;</code></pre><blockquote>Quoted</blockquote>');
INSERT INTO public.revisions VALUES ('1dbf88692838f2f524786893', 1, 'published', '', 'ef5307720255acf9f8450242', 96, 0, 1795710250921, 'Changed later', '{"slug":"changed-later","category":"javascript","categoryLabel":"javascript","image":"","imageAlt":"","tags":[],"series":"","seriesPosition":0,"isFeatured":false,"noindex":false,"seo":{}}', '<h2>Heading 5</h2><p>Text number 5 with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/5" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = 5;</code></pre><blockquote>Quoted</blockquote>');
INSERT INTO public.revisions VALUES ('d0167fa9fec3b6834b2cb280', 1, 'published', '', 'ef5307720255acf9f8450242', 96, 0, 1795710253896, 'Deleted later', '{"slug":"deleted-later","category":"javascript","categoryLabel":"javascript","image":"","imageAlt":"","tags":[],"series":"","seriesPosition":0,"isFeatured":false,"noindex":false,"seo":{}}', '<h2>Heading 6</h2><p>Text number 6 with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/6" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = 6;</code></pre><blockquote>Quoted</blockquote>');
INSERT INTO public.revisions VALUES ('8847d4fffd402377be86d917', 1, 'published', '', '58d5b94788b3634fcca85fac', 6, 0, 1795710255297, 'Video and no comments', '{"slug":"video-and-no-comments","category":"javascript","categoryLabel":"javascript","image":"","imageAlt":"","tags":[],"series":"","seriesPosition":0,"isFeatured":false,"noindex":false,"seo":{}}', '<p>Watch:</p><iframe class="ql-video" src="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ" title="YouTube video" loading="lazy" allow="encrypted-media; fullscreen; picture-in-picture" allowfullscreen referrerpolicy="strict-origin-when-cross-origin" sandbox="allow-popups allow-popups-to-escape-sandbox allow-presentation allow-same-origin allow-scripts"></iframe>');
INSERT INTO public.revisions VALUES ('1dbf88692838f2f524786893', 2, 'published', '', 'ef5307720255acf9f8450242', 194, 80, 1795710257040, 'Changed title', '{"slug":"changed-later","category":"css","categoryLabel":"javascript","image":"","imageAlt":"","tags":[],"series":"","seriesPosition":0,"isFeatured":false,"noindex":false,"seo":{}}', '<h2>Heading changed</h2><p>Text number changed with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/changed" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = changed;</code></pre><blockquote>Quoted</blockquote>');
INSERT INTO public.revisions VALUES ('efc2ff5c7d020af12085f652', 1, 'published', '', '53e99a47457e05bbc226e95b', 96, 0, 1795710268534, 'By an author', '{"slug":"by-an-author","category":"javascript","categoryLabel":"javascript","image":"/uploads/1795710267544-post-picture.png","imageAlt":"","tags":[],"series":"","seriesPosition":0,"isFeatured":false,"noindex":false,"seo":{}}', '<h2>Heading 8</h2><p>Text number 8 with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/8" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = 8;</code></pre><blockquote>Quoted</blockquote>');
INSERT INTO public.revisions VALUES ('4f10ee6d29db8166a26c8baa', 1, 'published', '', '0b1c388032ae0bcf1afa321a', 96, 0, 1795710269374, 'By an editor', '{"slug":"by-an-editor","category":"css","categoryLabel":"css","image":"","imageAlt":"","tags":[],"series":"","seriesPosition":0,"isFeatured":false,"noindex":false,"seo":{}}', '<h2>Heading 9</h2><p>Text number 9 with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/9" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = 9;</code></pre><blockquote>Quoted</blockquote>');
INSERT INTO public.revisions VALUES ('925150d6f7aa8b995daa0e84', 1, 'auto', '', '53e99a47457e05bbc226e95b', 108, 0, 1795710304267, 'Only a draft', '{"slug":"","category":"css","categoryLabel":"css","image":"/uploads/1795710200484-post-picture.png","imageAlt":"","tags":[{"slug":"tips","label":"Tips"},{"slug":"c-plus-plus","label":"C++"},{"slug":"grosse","label":"Größe"}],"series":"A series","seriesPosition":1,"isFeatured":false,"noindex":true,"seo":{"title":"For engines","description":"Described","canonical":"https://example.com/canonical","image":"/uploads/1795710196692-post-picture.png"}}', '<h2>Heading draft</h2><p>Text number draft with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/draft" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = draft;</code></pre><blockquote>Quoted</blockquote>');
INSERT INTO public.revisions VALUES ('a56cc3c1ef91263d5dc98767', 1, 'auto', '', '0b1c388032ae0bcf1afa321a', 15, 0, 1795710304295, '', '{"slug":"","category":"","categoryLabel":"","image":"","imageAlt":"","tags":[],"series":"","seriesPosition":0,"isFeatured":false,"noindex":false,"seo":{}}', '<p>Without a title</p>');
INSERT INTO public.revisions VALUES ('1a7c8a07cd6983a19ba7f203', 1, 'auto', '', '53e99a47457e05bbc226e95b', 108, 0, 1795710304327, 'Scheduled', '{"slug":"","category":"css","categoryLabel":"css","image":"","imageAlt":"","tags":[{"slug":"tips","label":"Tips"}],"series":"","seriesPosition":0,"isFeatured":false,"noindex":false,"seo":{}}', '<h2>Heading draft</h2><p>Text number draft with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/draft" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = draft;</code></pre><blockquote>Quoted</blockquote>');
INSERT INTO public.revisions VALUES ('69f09c64e8675b9fa8c7faeb', 1, 'published', '', '53e99a47457e05bbc226e95b', 108, 0, 1795710319735, 'Unpublished, then in the trash', '{"slug":"","category":"css","categoryLabel":"css","image":"","imageAlt":"","tags":[{"slug":"tips","label":"Tips"}],"series":"A series","seriesPosition":3,"isFeatured":false,"noindex":false,"seo":{"title":"Hidden"}}', '<h2>Heading draft</h2><p>Text number draft with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/draft" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = draft;</code></pre><blockquote>Quoted</blockquote>');
INSERT INTO public.revisions VALUES ('69f09c64e8675b9fa8c7faeb', 2, 'published', '', '53e99a47457e05bbc226e95b', 108, 0, 1795710322399, 'Unpublished, then in the trash', '{"slug":"hidden-address","category":"css","categoryLabel":"css","image":"","imageAlt":"","tags":[{"slug":"tips","label":"Tips"}],"series":"A series","seriesPosition":3,"isFeatured":false,"noindex":false,"seo":{"title":"Hidden"}}', '<h2>Heading draft</h2><p>Text number draft with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/draft" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = draft;</code></pre><blockquote>Quoted</blockquote>');
INSERT INTO public.revisions VALUES ('3adb31eff68aae6916d38296', 2, 'published', '', '53e99a47457e05bbc226e95b', 108, 0, 1795710307972, 'With a new address', '{"slug":"a-new-address","category":"css","categoryLabel":"css","image":"","imageAlt":"","tags":[{"slug":"other","label":"Other"}],"series":"","seriesPosition":0,"isFeatured":false,"noindex":false,"seo":{}}', '<h2>Heading draft</h2><p>Text number draft with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/draft" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = draft;</code></pre><blockquote>Quoted</blockquote>');
INSERT INTO public.revisions VALUES ('8ba86111a934a06e3719a04a', 3, 'auto', '', '0b1c388032ae0bcf1afa321a', 308, 188, 1795710306534, 'Published document', '{"slug":"published-document","category":"css","categoryLabel":"css","image":"/uploads/1795710196692-post-picture.png","imageAlt":"Again red","tags":[{"slug":"tips","label":"Tips"},{"slug":"c-plus-plus","label":"C++"},{"slug":"grosse","label":"Größe"}],"series":"A series","seriesPosition":1,"isFeatured":true,"noindex":true,"seo":{"title":"For engines","description":"Described","canonical":"https://example.com/canonical","image":"/uploads/1795710196692-post-picture.png"}}', '<h2>Heading version 2</h2><p>Text number version 2 with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/version 2" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = version 2;</code></pre><blockquote>Quoted</blockquote>');
INSERT INTO public.revisions VALUES ('8ba86111a934a06e3719a04a', 4, 'auto', '', '0b1c388032ae0bcf1afa321a', 404, 284, 1795710306615, 'Published document', '{"slug":"published-document","category":"css","categoryLabel":"css","image":"/uploads/1795710196692-post-picture.png","imageAlt":"Again red","tags":[{"slug":"tips","label":"Tips"},{"slug":"c-plus-plus","label":"C++"},{"slug":"grosse","label":"Größe"}],"series":"A series","seriesPosition":1,"isFeatured":true,"noindex":true,"seo":{"title":"For engines","description":"Described","canonical":"https://example.com/canonical","image":"/uploads/1795710196692-post-picture.png"}}', '<h2>Heading version 3</h2><p>Text number version 3 with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/version 3" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = version 3;</code></pre><blockquote>Quoted</blockquote>');
INSERT INTO public.revisions VALUES ('8ba86111a934a06e3719a04a', 1, 'published', 'The first one', '0b1c388032ae0bcf1afa321a', 108, 0, 1795710304375, 'Published document', '{"slug":"","category":"css","categoryLabel":"css","image":"/uploads/1795710196692-post-picture.png","imageAlt":"Again red","tags":[{"slug":"tips","label":"Tips"},{"slug":"c-plus-plus","label":"C++"},{"slug":"grosse","label":"Größe"}],"series":"A series","seriesPosition":1,"isFeatured":true,"noindex":true,"seo":{"title":"For engines","description":"Described","canonical":"https://example.com/canonical","image":"/uploads/1795710196692-post-picture.png"}}', '<h2>Heading draft</h2><p>Text number draft with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/draft" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = draft;</code></pre><blockquote>Quoted</blockquote>');
INSERT INTO public.revisions VALUES ('3adb31eff68aae6916d38296', 1, 'published', '', '53e99a47457e05bbc226e95b', 108, 0, 1795710307159, 'With another address', '{"slug":"","category":"css","categoryLabel":"css","image":"","imageAlt":"","tags":[{"slug":"tips","label":"Tips"},{"slug":"other","label":"Other"}],"series":"A series","seriesPosition":2,"isFeatured":false,"noindex":false,"seo":{}}', '<h2>Heading draft</h2><p>Text number draft with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/draft" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = draft;</code></pre><blockquote>Quoted</blockquote>');
INSERT INTO public.revisions VALUES ('1cf3cb3ef6da04cda7409551', 1, 'published', '', '53e99a47457e05bbc226e95b', 108, 0, 1795710309475, 'Live and scheduled', '{"slug":"","category":"css","categoryLabel":"css","image":"","imageAlt":"","tags":[],"series":"","seriesPosition":0,"isFeatured":false,"noindex":false,"seo":{}}', '<h2>Heading draft</h2><p>Text number draft with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/draft" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = draft;</code></pre><blockquote>Quoted</blockquote>');
INSERT INTO public.revisions VALUES ('1cf3cb3ef6da04cda7409551', 2, 'auto', '', '53e99a47457e05bbc226e95b', 108, 0, 1795710311514, 'Live, and scheduled changes', '{"slug":"live-and-scheduled","category":"css","categoryLabel":"css","image":"","imageAlt":"","tags":[],"series":"","seriesPosition":0,"isFeatured":false,"noindex":false,"seo":{}}', '<h2>Heading draft</h2><p>Text number draft with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/draft" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = draft;</code></pre><blockquote>Quoted</blockquote>');
INSERT INTO public.revisions VALUES ('19bedb209c9cf79fec288c8f', 1, 'published', '', '53e99a47457e05bbc226e95b', 108, 0, 1795710311705, 'In the trash', '{"slug":"","category":"css","categoryLabel":"css","image":"/uploads/1795710196692-post-picture.png","imageAlt":"","tags":[{"slug":"tips","label":"Tips"}],"series":"A series","seriesPosition":3,"isFeatured":false,"noindex":false,"seo":{"title":"Hidden"}}', '<h2>Heading trash</h2><p>Text number trash with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/trash" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = trash;</code></pre><blockquote>Quoted</blockquote><p><img src="/uploads/1795710200484-post-picture.png" alt=""></p>');
INSERT INTO public.revisions VALUES ('74c7a399b0366b58a08e3e74', 1, 'published', '', '53e99a47457e05bbc226e95b', 108, 0, 1795710315132, 'Unpublished', '{"slug":"","category":"css","categoryLabel":"css","image":"","imageAlt":"","tags":[{"slug":"tips","label":"Tips"}],"series":"A series","seriesPosition":3,"isFeatured":false,"noindex":false,"seo":{"title":"Hidden"}}', '<h2>Heading draft</h2><p>Text number draft with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/draft" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = draft;</code></pre><blockquote>Quoted</blockquote>');
INSERT INTO public.revisions VALUES ('e167612f9e3366f3c4fff5e9', 1, 'published', '', '53e99a47457e05bbc226e95b', 108, 0, 1795710326014, 'Trashed and restored', '{"slug":"","category":"css","categoryLabel":"css","image":"","imageAlt":"","tags":[{"slug":"tips","label":"Tips"}],"series":"A series","seriesPosition":3,"isFeatured":false,"noindex":false,"seo":{"title":"Hidden"}}', '<h2>Heading draft</h2><p>Text number draft with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/draft" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = draft;</code></pre><blockquote>Quoted</blockquote>');
INSERT INTO public.revisions VALUES ('79921e21de2d1eb2f9fa487a', 1, 'published', '', '53e99a47457e05bbc226e95b', 108, 0, 1795710335607, 'Unpublished and edited', '{"slug":"","category":"css","categoryLabel":"css","image":"","imageAlt":"","tags":[{"slug":"tips","label":"Tips"}],"series":"A series","seriesPosition":3,"isFeatured":false,"noindex":false,"seo":{"title":"Hidden"}}', '<h2>Heading draft</h2><p>Text number draft with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/draft" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = draft;</code></pre><blockquote>Quoted</blockquote>');
INSERT INTO public.revisions VALUES ('79921e21de2d1eb2f9fa487a', 2, 'auto', '', '53e99a47457e05bbc226e95b', 108, 0, 1795710338516, 'Edited while it was unpublished', '{"slug":"unpublished-and-edited","category":"css","categoryLabel":"css","image":"","imageAlt":"","tags":[{"slug":"tips","label":"Tips"}],"series":"A series","seriesPosition":3,"isFeatured":false,"noindex":false,"seo":{"title":"Hidden"}}', '<h2>Heading draft</h2><p>Text number draft with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/draft" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = draft;</code></pre><blockquote>Quoted</blockquote>');
INSERT INTO public.revisions VALUES ('6516464cb0dc3c4413ec733d', 1, 'auto', '', '53e99a47457e05bbc226e95b', 108, 0, 1795710338593, 'A draft in the trash', '{"slug":"","category":"css","categoryLabel":"css","image":"","imageAlt":"","tags":[],"series":"","seriesPosition":0,"isFeatured":false,"noindex":false,"seo":{}}', '<h2>Heading draft</h2><p>Text number draft with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/draft" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = draft;</code></pre><blockquote>Quoted</blockquote>');
INSERT INTO public.revisions VALUES ('4394e8d327f877dec6d6582e', 1, 'auto', '', '0b1c388032ae0bcf1afa321a', 120, 0, 1795710338908, 'Published document (copy)', '{"slug":"","category":"css","categoryLabel":"css","image":"/uploads/1795710196692-post-picture.png","imageAlt":"Again red","tags":[{"slug":"tips","label":"Tips"},{"slug":"c-plus-plus","label":"C++"},{"slug":"grosse","label":"Größe"}],"series":"","seriesPosition":0,"isFeatured":false,"noindex":true,"seo":{"title":"For engines","description":"Described","image":"/uploads/1795710196692-post-picture.png"}}', '<h2>Heading version 3</h2><p>Text number version 3 with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/version 3" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = version 3;</code></pre><blockquote>Quoted</blockquote>');
INSERT INTO public.revisions VALUES ('ad330afe29aaf931c81dd742', 1, 'published', '', '53e99a47457e05bbc226e95b', 108, 0, 1795710339979, 'Hiding was interrupted', '{"slug":"","category":"css","categoryLabel":"css","image":"","imageAlt":"","tags":[{"slug":"tips","label":"Tips"}],"series":"A series","seriesPosition":3,"isFeatured":false,"noindex":false,"seo":{"title":"Hidden"}}', '<h2>Heading draft</h2><p>Text number draft with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/draft" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = draft;</code></pre><blockquote>Quoted</blockquote>');
INSERT INTO public.series VALUES ('a-series', 'A series');
INSERT INTO public.series_posts VALUES ('8ba86111a934a06e3719a04a', 'a-series', 1, false);
INSERT INTO public.series_posts VALUES ('3adb31eff68aae6916d38296', 'a-series', 2, true);
INSERT INTO public.series_posts VALUES ('e167612f9e3366f3c4fff5e9', 'a-series', 3, false);
INSERT INTO public.series_posts VALUES ('ad330afe29aaf931c81dd742', 'a-series', 3, false);
INSERT INTO public.sessions VALUES ('3521c468c51adb32d82baa451bc0d51c992d29f9286ef0f49f24b06787ea0181', 'ef5307720255acf9f8450242', 1798302191807, 1795710191799, 1795710191799, 'f7b15643303726d953119aec', 'Firefox on Linux', '127.0.0.0/24', 1795710191799);
INSERT INTO public.sessions VALUES ('8fe3c746448b8c5918fd9bf40d78f51d34bd6ab9ca8f868cdc3dc07e15afb489', '27c4aec3dd4de366f5617693', 1798302193042, 1795710193041, 1795710193041, '1cd42535f723360669ef49ed', 'Firefox on Linux', '127.0.0.0/24', 1795710193041);
INSERT INTO public.sessions VALUES ('c34449a0ece46bc36488c5b0d1678939ccb247739c6417fcadb27c3706d9bd87', '54e8ac5d6f7c1da5c2d108fe', 1798302193576, 1795710193575, 1795710193575, '10bbced8ea49a3194fae1466', 'Firefox on Linux', '127.0.0.0/24', 1795710193575);
INSERT INTO public.sessions VALUES ('21e4a3f78d3749b56cd8793fa20fa7ae254d6013eab892b7fd013811ef6c2058', '58d5b94788b3634fcca85fac', 1798302196250, 1795710196249, 1795710196249, '43595026c5ce8f9fe7a711be', 'Firefox on Linux', '127.0.0.0/24', 1795710196249);
INSERT INTO public.sessions VALUES ('c78e3c4963534769aacb80ec4d352d4c1a5a403720b8c7ac9b4860ae62717408', '825b0d86ca2f275be81f93e8', 1798302263122, 1795710263121, 1795710263121, '8974fdfef44fc5ee80a4798e', 'Firefox on Linux', '127.0.0.0/24', 1795710263121);
INSERT INTO public.sessions VALUES ('c230ff0bec4cfcee4779baf41bdeb30f3f17f617a2653ef677c27a1b2efe07b2', 'd32f232dfe43314128c1b4e2', 1798302263916, 1795710263912, 1795710263912, '75e143b8586e59513931fb18', 'Firefox on Linux', '127.0.0.0/24', 1795710263912);
INSERT INTO public.sessions VALUES ('5655fc89a26c7181d4569e15e3880b6e195f9046107f215a2060d98cd6526f9c', 'e9b862e35d3f5eb36710f8f9', 1798302266369, 1795710266369, 1795710266369, '5fd7270b2643d830166707f1', 'Firefox on Linux', '127.0.0.0/24', 1795710266369);
INSERT INTO public.sessions VALUES ('a8929467c22ca8c800a44a169fe3eac9df77ed8cecc5d03a592d4a0abf2d3a11', 'b4ec8aa16f86032b872db7bd', 1798302267015, 1795710267015, 1795710267015, 'a53f861af6ac1a5ea2a785a3', 'Firefox on Linux', '127.0.0.0/24', 1795710267015);
INSERT INTO public.sessions VALUES ('85402fbc5547a1889453bf04f6d661b8b5f35ec50c26654107052941d67327c6', '53e99a47457e05bbc226e95b', 1798302267223, 1795710267223, 1795710267223, 'abf2bc2c22e6ace16773e33c', 'Firefox on Linux', '127.0.0.0/24', 1795710267223);
INSERT INTO public.sessions VALUES ('c29812f50ad01773e864790206b5cc4768db4d900a77ae5a321799d53fa55af6', '0b1c388032ae0bcf1afa321a', 1798302267403, 1795710267402, 1795710267402, 'c16b40b8a45604a63cd9c8ba', 'Firefox on Linux', '127.0.0.0/24', 1795710267402);
INSERT INTO public.sessions VALUES ('6bb7de4e20886e61e2bf8e658b68fe167cb6ba194ef22850f72d7e2e317cc52c', '53e99a47457e05bbc226e95b', 1798302303399, 1795710303399, 1795710303399, '393cf949e33229870c249d99', 'Firefox on Linux', '127.0.0.0/24', 1795710303399);
INSERT INTO public.sessions VALUES ('9ca9d4ccf0de5aae91f07ce7300dea990eb7f5339336c42c488d1d095006853d', 'b4ec8aa16f86032b872db7bd', 1798302304040, 1795710304040, 1795710304040, 'a3b5581da2ec751a2fd8db21', 'Firefox on Linux', '127.0.0.0/24', 1795710304040);
INSERT INTO public.sessions VALUES ('6e136d4d34ba77716992619e77c2502551b8fc417ac485fba7d75bb8c725f160', '27c4aec3dd4de366f5617693', 1798302343181, 1795710343181, 1795710343181, '6ad707ab0e3c3014d07ed5fb', 'Firefox on Linux', '127.0.0.0/24', 1795710343181);
INSERT INTO public.sessions VALUES ('f064ffefa4dc4cc028e287d3f9ea6f0ba5f7baca8485bfc9c52410782832eff1', 'ef5307720255acf9f8450242', 1798302359307, 1795710359281, 1795710359307, 'c069052e9da9681ee88bd910', 'Firefox on Linux', '127.0.0.0/24', 1795710359281);
INSERT INTO public.settings VALUES ('picture-uses', 'done');
INSERT INTO public.settings VALUES ('database:migrated-by', '{"by":"Inkwell 0.1.0 (migration 0008_sign_in_trust)","migration":1795697231998,"oldest":1795697231998}');
INSERT INTO public.settings VALUES ('feeds:origin', 'http://localhost:4399');
INSERT INTO public.settings VALUES ('stories', '{"newest":{"at":1795710191459,"from":0,"shown":"T1PNoYwrqgwDVLtfmj7L5e0Sq02OEbqHPC8RFhICuUU"},"all":{"at":1795710191464,"from":0,"shown":"T1PNoYwrqgwDVLtfmj7L5e0Sq02OEbqHPC8RFhICuUU"}}');
INSERT INTO public.settings VALUES ('uploading:1795710196692-post-picture.png', '1795710196832');
INSERT INTO public.settings VALUES ('recent-picture:1795710196692-post-picture.png', '1795710200436');
INSERT INTO public.settings VALUES ('uploading:1795710200484-post-picture.png', '1795710200502');
INSERT INTO public.settings VALUES ('recent-picture:1795710200484-post-picture.png', '1795710201722');
INSERT INTO public.settings VALUES ('uploading:1795710201738-post-picture.png', '1795710201744');
INSERT INTO public.settings VALUES ('recent-picture:1795710201738-post-picture.png', '1795710202340');
INSERT INTO public.settings VALUES ('uploading:1795710202362-profile-picture.png', '1795710202371');
INSERT INTO public.settings VALUES ('recent-picture:1795710202362-profile-picture.png', '1795710203058');
INSERT INTO public.settings VALUES ('uploading:1795710267544-post-picture.png', '1795710267624');
INSERT INTO public.settings VALUES ('lock:quotas', '');
INSERT INTO public.settings VALUES ('recent-picture:1795710267544-post-picture.png', '1795710268517');
INSERT INTO public.settings VALUES ('owner:auditDays', '400');
INSERT INTO public.sign_in_flows VALUES ('4fddb689c8981dd609f25791039439b6406ef5674a8cad89eed120f9cf4c20f5', '', NULL, 1795710864039);
INSERT INTO public.tags VALUES ('tips', 'Tips');
INSERT INTO public.tags VALUES ('c-plus-plus', 'C++');
INSERT INTO public.tags VALUES ('grosse', 'Größe');
INSERT INTO public.tags VALUES ('other', 'Other');
INSERT INTO public.tokens VALUES ('a7ed9e23193187c3590a0a25bb71510617d993aa510526bcf4003323ed4ee962', 'verify-email', '27c4aec3dd4de366f5617693', 'reader-two@example.com', NULL, 0, NULL, 1795710192861, 1795796592861);
INSERT INTO public.tokens VALUES ('d02b247b0797614344b1251253b4a10ec873d45b448ef83c496dbb891b1d2989', 'verify-email', '54e8ac5d6f7c1da5c2d108fe', 'writer-three@example.com', NULL, 0, NULL, 1795710193249, 1795796593249);
INSERT INTO public.tokens VALUES ('5b2b43e22cda2fc3fc080c5e1f90e1bf2db3bb3d1b616b056fd816ff4a0abeb9', 'verify-email', '58d5b94788b3634fcca85fac', 'third-admin@example.com', NULL, 0, NULL, 1795710195821, 1795796595821);
INSERT INTO public.tokens VALUES ('a97c39e569f146b7a7b68c10e06ed6bc0c5eeaf92b339d13277c271fba7fa748', 'verify-email', 'd32f232dfe43314128c1b4e2', 'reader-one@example.com', NULL, 0, 1795710263674, 1795710192264, 1795796592264);
INSERT INTO public.tokens VALUES ('bddc094c598614daccb69e573f0f9d25d0fc6b569c2f041a20f25b9dadaebcda', 'verify-email', '0b1c388032ae0bcf1afa321a', 'editor-one@example.com', NULL, 0, NULL, 1795710265283, 1795796665283);
INSERT INTO public.tokens VALUES ('00fd03a9022d64f83c067782b136549a02f5df5306beb2e9b96fc503e663d504', 'verify-email', '141b63e6b4efd94a0e78dbd0', 'suspended-one@example.com', NULL, 0, NULL, 1795710265644, 1795796665644);
INSERT INTO public.tokens VALUES ('453185c4c75112e8fa426b6ce22905ba109bb3b2d53ac9ec2b1db0ff04293b32', 'verify-email', 'b4ec8aa16f86032b872db7bd', 'codes-one@example.com', NULL, 0, NULL, 1795710266686, 1795796666686);
INSERT INTO public.tokens VALUES ('fe12e493b94955dbf1ea97d67cb3e0856ad8dada0ba673b46b6064ccb8e9c007', 'verify-email', '53e99a47457e05bbc226e95b', 'author-one@example.com', NULL, 0, 1795710271147, 1795710264941, 1795796664941);
INSERT INTO public.tokens VALUES ('a79bcf52f1010bd6d256ec72af18ca36ebea080c2e3a0c5a80396f3657c6dbf7', 'verify-email', '53e99a47457e05bbc226e95b', 'author-one@example.com', NULL, 0, 1795710271162, 1795710271061, 1795796671061);
INSERT INTO public.tokens VALUES ('b6b594bb1d1d264c96fe17c018ca900c0ad784880229215bde0f968d12ed25c2', 'verify-email', 'e9b862e35d3f5eb36710f8f9', 'moving-one@example.com', NULL, 0, 1795710271190, 1795710266197, 1795796666197);
INSERT INTO public.tokens VALUES ('77262e88bda3c3e166317a954422511879c9bcfe708cfb24be6d1b79292737cc', 'undo-email-change', 'e9b862e35d3f5eb36710f8f9', 'moving-one@example.com', NULL, 0, NULL, 1795710271211, 1796315071211);
INSERT INTO public.tokens VALUES ('85bea88e04f1bf80e2f25108bb7c43faee301eb719d6b89453e6d280e4ca2036', 'verify-email', 'e9b862e35d3f5eb36710f8f9', 'moved-one@example.com', NULL, 0, NULL, 1795710271224, 1795796671224);
INSERT INTO public.tokens VALUES ('4f80389577dad31da979491250495104b6bb4fe2fa5cda0e82504b871359d311', 'reset-password', '27c4aec3dd4de366f5617693', 'reader-two@example.com', '$argon2id$v=19$m=19456,t=2,p=1$Y58iNpge5ZuznOyhuEOypw$SKatNlmp0nnZ8DXNI+ibaKKcZJ6UfQlZrbnkls+MYNc', 0, NULL, 1795710271483, 1795712071483);
INSERT INTO public.tokens VALUES ('601d90b81e16136d4fd7609004c565167a44389a4d58b291162d36978407cf47', 'verify-email', '0b1c388032ae0bcf1afa321a', 'editor-one@example.com', NULL, 0, NULL, 1795710301577, 1795796701577);
INSERT INTO public.totp_secrets VALUES ('b4ec8aa16f86032b872db7bd', 'PXAOCMNCFNGFJQL5DCVKSG5OBOH5IHBH', 1795710303607, 59857010, 1795710303542, false);
INSERT INTO public.users VALUES (1, 'ef5307720255acf9f8450242', 'admin', 'admin', 'admin@example.com', false, '$argon2id$v=19$m=19456,t=2,p=1$nJMMmCJsUJYh7du/ZOMM1w$Y1rdh43KG2ZvOZxQa/cIqFTsLYEdANl3wmL/AhA+cT8', '/avatars/ad-1.svg', false, 1795710191392, 1795710191392, 'administrator', DEFAULT, NULL, NULL, '', '', '[]', NULL, false);
INSERT INTO public.users VALUES (4, '54e8ac5d6f7c1da5c2d108fe', 'writer-three', 'writer-three', 'writer-three@example.com', false, '$argon2id$v=19$m=19456,t=2,p=1$Ry8vcpmHbkI4CiE5cTdlww$5s9dsFxZaCwwLRp0t+4gEFcqyGyauGDtZgWIsy3aqgE', '/avatars/wt-0.svg', false, 1795710193197, 1795710193197, 'reader', DEFAULT, NULL, NULL, '', '', '[]', NULL, false);
INSERT INTO public.users VALUES (7, '58d5b94788b3634fcca85fac', 'third-admin', 'third-admin', 'third-admin@example.com', false, '$argon2id$v=19$m=19456,t=2,p=1$Ak0mJQ/TjGPUTM4YdaCNgQ$U34TSgnGjOY3TURW2/RrhmCgeXnYOgXStzCNXt7ZIfk', '/avatars/ta-3.svg', false, 1795710195812, 1795710196113, 'administrator', DEFAULT, NULL, NULL, '', '', '[]', NULL, false);
INSERT INTO public.users VALUES (3, '27c4aec3dd4de366f5617693', 'Reader-Two', 'reader-two', 'reader-two@example.com', false, '$argon2id$v=19$m=19456,t=2,p=1$uVmvQ5J6bgzQ3MkMBTf/nw$H/ELdJ1u7FOtiqDl005n/KdpbDhnsCo+/kezaqemZgw', 'https://pictures.example.com/two.png', false, 1795710192831, 1795710203122, 'reader', DEFAULT, NULL, NULL, '', '', '[]', NULL, false);
INSERT INTO public.users VALUES (8, '825b0d86ca2f275be81f93e8', 'reader-zcea3h', 'reader-zcea3h', 'google-one@example.com', true, NULL, '/avatars/rh-6.svg', false, 1795710263114, 1795710263114, 'reader', DEFAULT, NULL, NULL, '', '', '[]', NULL, false);
INSERT INTO public.users VALUES (2, 'd32f232dfe43314128c1b4e2', 'reader-one', 'reader-one', 'reader-one@example.com', true, NULL, '/uploads/1795710202362-profile-picture.png', false, 1795710192219, 1795710263674, 'reader', DEFAULT, NULL, NULL, '', '', '[]', NULL, false);
INSERT INTO public.users VALUES (13, 'b4ec8aa16f86032b872db7bd', 'codes-one', 'codes-one', 'codes-one@example.com', false, '$argon2id$v=19$m=19456,t=2,p=1$CJQ+LEnzSw3YAw/2tC7Exg$pIUFsxhwJTyCrdX1eGrvg2lfQdhQ4sSWqTt8EJwZtgA', '/avatars/co-7.svg', false, 1795710266647, 1795710266647, 'reader', DEFAULT, NULL, NULL, '', '', '[]', NULL, false);
INSERT INTO public.users VALUES (10, '0b1c388032ae0bcf1afa321a', 'editor-one', 'editor-one', 'editor-one@example.com', false, '$argon2id$v=19$m=19456,t=2,p=1$jpUbf/PHiv7XkxlE0Ovh7w$QXmnWWgLwYOOlWrIFUdgSeGo2cmiysDRG9dzltTksiw', '/avatars/eo-8.svg', false, 1795710265259, 1795710267115, 'editor', DEFAULT, NULL, NULL, '', '', '[]', NULL, false);
INSERT INTO public.users VALUES (11, '141b63e6b4efd94a0e78dbd0', 'suspended-one', 'suspended-one', 'suspended-one@example.com', false, '$argon2id$v=19$m=19456,t=2,p=1$siVRdtGMDlkrnnD9Jxq4Hw$D4dXcdwr81yEudWPhcEosWksErQpiKnjUkWwttxb0lc', '/avatars/so-8.svg', false, 1795710265631, 1795710270873, 'reader', DEFAULT, NULL, 4070908800000, 'Test of a suspension', '', '[]', NULL, false);
INSERT INTO public.users VALUES (12, 'e9b862e35d3f5eb36710f8f9', 'moving-one', 'moving-one', 'moving-one@example.com', false, '$argon2id$v=19$m=19456,t=2,p=1$8P1kZcFXuvXyQf+5LTfK1g$t0pyKsL1C568i712Y2VnRCerKpXDyzmQUBxL2lkYQtQ', '/avatars/mo-9.svg', false, 1795710266179, 1795710271188, 'reader', DEFAULT, 'moved-one@example.com', NULL, '', '', '[]', NULL, false);
INSERT INTO public.users VALUES (9, '53e99a47457e05bbc226e95b', 'author-one', 'author-one', 'author-one@example.com', true, '$argon2id$v=19$m=19456,t=2,p=1$wm81EZvLF9vfsHzaPortVg$ib4NoFhc4ArlAjkUzcb2XQRuG8SurCt18xWHzu0ZVec', '/avatars/ao-0.svg', false, 1795710264771, 1795710339950, 'author', DEFAULT, NULL, NULL, '', 'Writes tests', '["https://example.com/author"]', NULL, false);
INSERT INTO public.views VALUES (20783, '0ed935e9bde02ca2795cd57a', 1);
INSERT INTO public.views VALUES (20783, '76a06d72566991befcd790ef', 1);
SELECT pg_catalog.setval('drizzle.__drizzle_migrations_id_seq', 9, true);
SELECT pg_catalog.setval('public.audit_seq_seq', 68, true);
SELECT pg_catalog.setval('public.comments_seq_seq', 60, true);
SELECT pg_catalog.setval('public.documents_seq_seq', 25, true);
SELECT pg_catalog.setval('public.posts_seq_seq', 21, true);
SELECT pg_catalog.setval('public.users_seq_seq', 13, true);
ALTER TABLE ONLY drizzle.__drizzle_migrations
    ADD CONSTRAINT __drizzle_migrations_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.audit
    ADD CONSTRAINT audit_id_unique UNIQUE (id);
ALTER TABLE ONLY public.audit
    ADD CONSTRAINT audit_pkey PRIMARY KEY (seq);
ALTER TABLE ONLY public.categories
    ADD CONSTRAINT categories_pkey PRIMARY KEY (slug);
ALTER TABLE ONLY public.challenges
    ADD CONSTRAINT challenges_pkey PRIMARY KEY (id_hash);
ALTER TABLE ONLY public.changes
    ADD CONSTRAINT changes_pkey PRIMARY KEY (seq);
ALTER TABLE ONLY public.comments
    ADD CONSTRAINT comments_id_unique UNIQUE (id);
ALTER TABLE ONLY public.comments
    ADD CONSTRAINT comments_pkey PRIMARY KEY (seq);
ALTER TABLE ONLY public.devices
    ADD CONSTRAINT devices_id_hash_user_id_pk PRIMARY KEY (id_hash, user_id);
ALTER TABLE ONLY public.documents
    ADD CONSTRAINT documents_id_unique UNIQUE (id);
ALTER TABLE ONLY public.documents
    ADD CONSTRAINT documents_pkey PRIMARY KEY (seq);
ALTER TABLE ONLY public.feed
    ADD CONSTRAINT feed_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.hidden_comments
    ADD CONSTRAINT hidden_comments_id_unique UNIQUE (id);
ALTER TABLE ONLY public.hidden_comments
    ADD CONSTRAINT hidden_comments_pkey PRIMARY KEY (seq);
ALTER TABLE ONLY public.hidden_likes
    ADD CONSTRAINT hidden_likes_comment_id_user_id_pk PRIMARY KEY (comment_id, user_id);
ALTER TABLE ONLY public.hidden_posts
    ADD CONSTRAINT hidden_posts_id_unique UNIQUE (id);
ALTER TABLE ONLY public.hidden_posts
    ADD CONSTRAINT hidden_posts_pkey PRIMARY KEY (seq);
ALTER TABLE ONLY public.hidden_posts
    ADD CONSTRAINT hidden_posts_slug_unique UNIQUE (slug);
ALTER TABLE ONLY public.identities
    ADD CONSTRAINT identities_issuer_subject_pk PRIMARY KEY (issuer, subject);
ALTER TABLE ONLY public.jobs
    ADD CONSTRAINT jobs_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.leases
    ADD CONSTRAINT leases_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.likes
    ADD CONSTRAINT likes_comment_id_user_id_pk PRIMARY KEY (comment_id, user_id);
ALTER TABLE ONLY public.mail
    ADD CONSTRAINT mail_dedupe_key_unique UNIQUE (dedupe_key);
ALTER TABLE ONLY public.mail
    ADD CONSTRAINT mail_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.nodes
    ADD CONSTRAINT nodes_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.passkeys
    ADD CONSTRAINT passkeys_credential_id_unique UNIQUE (credential_id);
ALTER TABLE ONLY public.passkeys
    ADD CONSTRAINT passkeys_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.picture_uses
    ADD CONSTRAINT picture_uses_owner_id_kind_number_picture_pk PRIMARY KEY (owner_id, kind, number, picture);
ALTER TABLE ONLY public.pictures
    ADD CONSTRAINT pictures_pkey PRIMARY KEY (url);
ALTER TABLE ONLY public.post_tags
    ADD CONSTRAINT post_tags_post_id_tag_pk PRIMARY KEY (post_id, tag);
ALTER TABLE ONLY public.post_words
    ADD CONSTRAINT post_words_pkey PRIMARY KEY (post_seq);
ALTER TABLE ONLY public.posts
    ADD CONSTRAINT posts_id_unique UNIQUE (id);
ALTER TABLE ONLY public.posts
    ADD CONSTRAINT posts_pkey PRIMARY KEY (seq);
ALTER TABLE ONLY public.posts
    ADD CONSTRAINT posts_slug_unique UNIQUE (slug);
ALTER TABLE ONLY public.preview_links
    ADD CONSTRAINT preview_links_pkey PRIMARY KEY (id_hash);
ALTER TABLE ONLY public.rate_limits
    ADD CONSTRAINT rate_limits_pkey PRIMARY KEY (key);
ALTER TABLE ONLY public.recovery_codes
    ADD CONSTRAINT recovery_codes_user_id_code_hash_pk PRIMARY KEY (user_id, code_hash);
ALTER TABLE ONLY public.redirects
    ADD CONSTRAINT redirects_pkey PRIMARY KEY ("from");
ALTER TABLE ONLY public.referrers
    ADD CONSTRAINT referrers_day_host_pk PRIMARY KEY (day, host);
ALTER TABLE ONLY public.revisions
    ADD CONSTRAINT revisions_document_id_number_pk PRIMARY KEY (document_id, number);
ALTER TABLE ONLY public.series
    ADD CONSTRAINT series_pkey PRIMARY KEY (slug);
ALTER TABLE ONLY public.series_posts
    ADD CONSTRAINT series_posts_post_id_series_pk PRIMARY KEY (post_id, series);
ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_pkey PRIMARY KEY (id_hash);
ALTER TABLE ONLY public.settings
    ADD CONSTRAINT settings_pkey PRIMARY KEY (key);
ALTER TABLE ONLY public.sign_in_flows
    ADD CONSTRAINT sign_in_flows_pkey PRIMARY KEY (id_hash);
ALTER TABLE ONLY public.tags
    ADD CONSTRAINT tags_pkey PRIMARY KEY (slug);
ALTER TABLE ONLY public.tokens
    ADD CONSTRAINT tokens_pkey PRIMARY KEY (id_hash);
ALTER TABLE ONLY public.totp_secrets
    ADD CONSTRAINT totp_secrets_pkey PRIMARY KEY (user_id);
ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_email_unique UNIQUE (email);
ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_id_unique UNIQUE (id);
ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_pkey PRIMARY KEY (seq);
ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_username_key_unique UNIQUE (username_key);
ALTER TABLE ONLY public.views
    ADD CONSTRAINT views_day_post_id_pk PRIMARY KEY (day, post_id);
CREATE INDEX audit_action ON public.audit USING btree (action, seq);
CREATE INDEX audit_actor ON public.audit USING btree (actor, seq);
CREATE INDEX audit_at ON public.audit USING btree (at);
CREATE INDEX audit_subject ON public.audit USING btree (subject, seq);
CREATE INDEX challenges_expiry ON public.challenges USING btree (expires_at);
CREATE INDEX challenges_user ON public.challenges USING btree (user_id);
CREATE INDEX changes_at ON public.changes USING btree (at);
CREATE INDEX changes_post ON public.changes USING btree (post_id, seq);
CREATE INDEX comments_created ON public.comments USING btree (created_at);
CREATE INDEX comments_likes ON public.comments USING btree (number_of_likes, created_at, seq);
CREATE INDEX comments_post_created ON public.comments USING btree (post_id, created_at);
CREATE INDEX comments_user_created ON public.comments USING btree (user_id, created_at);
CREATE INDEX devices_expiry ON public.devices USING btree (expires_at);
CREATE INDEX devices_user ON public.devices USING btree (user_id);
CREATE INDEX documents_category_list ON public.documents USING btree (category, updated_at, seq, status);
CREATE INDEX documents_created_list ON public.documents USING btree (created_at, seq, status, user_id, category);
CREATE INDEX documents_scheduled ON public.documents USING btree (scheduled_at) WHERE (scheduled_at IS NOT NULL);
CREATE INDEX documents_status_updated ON public.documents USING btree (status, updated_at);
CREATE INDEX documents_title_list ON public.documents USING btree (lower(title), seq, status, user_id, category, title);
CREATE INDEX documents_trashed ON public.documents USING btree (trashed_at) WHERE (trashed_at IS NOT NULL);
CREATE INDEX documents_updated ON public.documents USING btree (updated_at);
CREATE INDEX documents_user_list ON public.documents USING btree (user_id, updated_at, seq, status);
CREATE INDEX hidden_comments_post ON public.hidden_comments USING btree (post_id);
CREATE INDEX hidden_comments_user ON public.hidden_comments USING btree (user_id);
CREATE INDEX hidden_likes_user ON public.hidden_likes USING btree (user_id);
CREATE INDEX identities_user ON public.identities USING btree (user_id);
CREATE INDEX jobs_created ON public.jobs USING btree (created_at);
CREATE INDEX jobs_user ON public.jobs USING btree (user_id);
CREATE INDEX likes_user ON public.likes USING btree (user_id);
CREATE INDEX mail_created ON public.mail USING btree (created_at);
CREATE INDEX mail_due ON public.mail USING btree (state, not_before);
CREATE INDEX passkeys_user ON public.passkeys USING btree (user_id);
CREATE INDEX picture_uses_picture ON public.picture_uses USING btree (picture, owner_id, kind);
CREATE INDEX pictures_created ON public.pictures USING btree (created_at);
CREATE INDEX pictures_user ON public.pictures USING btree (user_id);
CREATE INDEX post_tags_tag_created ON public.post_tags USING btree (tag, is_former, created_at, post_seq);
CREATE INDEX post_words_words ON public.post_words USING gin (words);
CREATE INDEX posts_category_created ON public.posts USING btree (category, created_at);
CREATE INDEX posts_created ON public.posts USING btree (created_at);
CREATE INDEX posts_featured ON public.posts USING btree (is_featured, created_at) WHERE is_featured;
CREATE INDEX posts_title ON public.posts USING btree (lower(title), category, user_id);
CREATE INDEX posts_updated ON public.posts USING btree (updated_at, category, user_id);
CREATE INDEX posts_user_category ON public.posts USING btree (user_id, category, created_at);
CREATE INDEX posts_user_created ON public.posts USING btree (user_id, created_at);
CREATE INDEX preview_links_document ON public.preview_links USING btree (document_id);
CREATE INDEX preview_links_expiry ON public.preview_links USING btree (expires_at);
CREATE INDEX rate_limits_expiry ON public.rate_limits USING btree (expires_at);
CREATE INDEX redirects_post ON public.redirects USING btree (post_id);
CREATE INDEX series_posts_series ON public.series_posts USING btree (series, "position");
CREATE INDEX sessions_expiry ON public.sessions USING btree (expires_at);
CREATE INDEX sessions_user ON public.sessions USING btree (user_id);
CREATE INDEX sign_in_flows_expiry ON public.sign_in_flows USING btree (expires_at);
CREATE INDEX tokens_expiry ON public.tokens USING btree (expires_at);
CREATE INDEX tokens_user ON public.tokens USING btree (user_id, kind);
CREATE INDEX users_created ON public.users USING btree (created_at);
CREATE INDEX users_role ON public.users USING btree (role);
CREATE INDEX views_post ON public.views USING btree (post_id, day);
CREATE TRIGGER likes_delete AFTER DELETE ON public.likes REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.count_likes();
CREATE TRIGGER likes_insert AFTER INSERT ON public.likes REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.count_likes();
CREATE TRIGGER picture_uses_of_documents AFTER DELETE ON public.documents FOR EACH ROW EXECUTE FUNCTION public.delete_picture_uses('draft');
CREATE TRIGGER picture_uses_of_hidden_posts AFTER DELETE ON public.hidden_posts FOR EACH ROW EXECUTE FUNCTION public.delete_picture_uses('hidden');
CREATE TRIGGER picture_uses_of_posts AFTER DELETE ON public.posts FOR EACH ROW EXECUTE FUNCTION public.delete_picture_uses('post');
CREATE TRIGGER picture_uses_of_revisions AFTER DELETE ON public.revisions FOR EACH ROW EXECUTE FUNCTION public.delete_picture_uses_of_revision();
CREATE TRIGGER picture_uses_of_users AFTER DELETE ON public.users FOR EACH ROW EXECUTE FUNCTION public.delete_picture_uses('profile');
CREATE TRIGGER post_tags_insert BEFORE INSERT ON public.post_tags FOR EACH ROW EXECUTE FUNCTION public.set_post_tag_order();
ALTER TABLE ONLY public.challenges
    ADD CONSTRAINT challenges_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.comments
    ADD CONSTRAINT comments_post_id_posts_id_fk FOREIGN KEY (post_id) REFERENCES public.posts(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.comments
    ADD CONSTRAINT comments_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.devices
    ADD CONSTRAINT devices_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.hidden_comments
    ADD CONSTRAINT hidden_comments_post_id_hidden_posts_id_fk FOREIGN KEY (post_id) REFERENCES public.hidden_posts(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.hidden_comments
    ADD CONSTRAINT hidden_comments_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.hidden_likes
    ADD CONSTRAINT hidden_likes_comment_id_hidden_comments_id_fk FOREIGN KEY (comment_id) REFERENCES public.hidden_comments(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.hidden_likes
    ADD CONSTRAINT hidden_likes_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.identities
    ADD CONSTRAINT identities_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.jobs
    ADD CONSTRAINT jobs_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.likes
    ADD CONSTRAINT likes_comment_id_comments_id_fk FOREIGN KEY (comment_id) REFERENCES public.comments(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.likes
    ADD CONSTRAINT likes_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.passkeys
    ADD CONSTRAINT passkeys_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.post_tags
    ADD CONSTRAINT post_tags_post_id_posts_id_fk FOREIGN KEY (post_id) REFERENCES public.posts(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.post_words
    ADD CONSTRAINT post_words_post_seq_posts_seq_fk FOREIGN KEY (post_seq) REFERENCES public.posts(seq) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE ONLY public.preview_links
    ADD CONSTRAINT preview_links_document_id_documents_id_fk FOREIGN KEY (document_id) REFERENCES public.documents(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.preview_links
    ADD CONSTRAINT preview_links_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.recovery_codes
    ADD CONSTRAINT recovery_codes_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.revisions
    ADD CONSTRAINT revisions_document_id_documents_id_fk FOREIGN KEY (document_id) REFERENCES public.documents(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.series_posts
    ADD CONSTRAINT series_posts_post_id_posts_id_fk FOREIGN KEY (post_id) REFERENCES public.posts(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.tokens
    ADD CONSTRAINT tokens_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.totp_secrets
    ADD CONSTRAINT totp_secrets_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
