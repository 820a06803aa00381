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
CREATE TABLE public.feed (
    id text NOT NULL COLLATE pg_catalog."C",
    seq bigint NOT NULL
);
CREATE TABLE public.identities (
    issuer text NOT NULL COLLATE pg_catalog."C",
    subject text NOT NULL COLLATE pg_catalog."C",
    user_id text NOT NULL COLLATE pg_catalog."C",
    created_at bigint NOT NULL
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
    last_used_at bigint
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
    created_at bigint NOT NULL
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
    image_alt text DEFAULT ''::text NOT NULL COLLATE pg_catalog."C"
);
CREATE SEQUENCE public.posts_seq_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.posts_seq_seq OWNED BY public.posts.seq;
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
    created_at bigint NOT NULL
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
    suspended_reason text DEFAULT ''::text NOT NULL COLLATE pg_catalog."C"
);
CREATE SEQUENCE public.users_seq_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.users_seq_seq OWNED BY public.users.seq;
ALTER TABLE ONLY drizzle.__drizzle_migrations ALTER COLUMN id SET DEFAULT nextval('drizzle.__drizzle_migrations_id_seq'::regclass);
ALTER TABLE ONLY public.audit ALTER COLUMN seq SET DEFAULT nextval('public.audit_seq_seq'::regclass);
ALTER TABLE ONLY public.comments ALTER COLUMN seq SET DEFAULT nextval('public.comments_seq_seq'::regclass);
ALTER TABLE ONLY public.posts ALTER COLUMN seq SET DEFAULT nextval('public.posts_seq_seq'::regclass);
ALTER TABLE ONLY public.users ALTER COLUMN seq SET DEFAULT nextval('public.users_seq_seq'::regclass);
INSERT INTO drizzle.__drizzle_migrations VALUES (1, 'e7f395bb3845d61db5c3bb8c6259a8ac29ef42569574245813ce9c308d5d6fe8', 1795372082517);
INSERT INTO drizzle.__drizzle_migrations VALUES (2, '02ee442c68e323db1f6b9bc3c1c6871355ca4c0e42e8d20bccefa5e9f990fc97', 1795386797322);
INSERT INTO public.audit VALUES (1, '10669e7da123686a44df6e3b', 1795709861224, '3e532a785bb7b9cf98e6bf7d', 'user.role', '729120868416ad379dc2765c', '127.0.0.1', '{"from":"reader","to":"administrator"}');
INSERT INTO public.audit VALUES (2, 'a6ea2a72fcfe372ccd2972e2', 1795709861466, '3e532a785bb7b9cf98e6bf7d', 'user.role', 'b096abc9e24853f03645cac8', '127.0.0.1', '{"from":"reader","to":"administrator"}');
INSERT INTO public.audit VALUES (3, '6898d26eb115d20f34ee8fde', 1795709865344, '3e532a785bb7b9cf98e6bf7d', 'post.create', '56839d1e01da8606fdacc135', '127.0.0.1', '{}');
INSERT INTO public.audit VALUES (4, '8f20024a53a4810451d455dc', 1795709866075, '3e532a785bb7b9cf98e6bf7d', 'post.create', '6129ba04ec954d589993eb74', '127.0.0.1', '{}');
INSERT INTO public.audit VALUES (5, '55c80d591a1033c8616b1c1e', 1795709866357, '729120868416ad379dc2765c', 'post.create', '83f6711df514111c88ad156f', '127.0.0.1', '{}');
INSERT INTO public.audit VALUES (6, '72b79b0c6737119e28796325', 1795709866616, 'b096abc9e24853f03645cac8', 'post.create', '219baa4968c0f06a855bf303', '127.0.0.1', '{}');
INSERT INTO public.audit VALUES (7, 'c9ff6ea25109eec0215e985b', 1795709866699, '729120868416ad379dc2765c', 'post.create', '982accced652ca255f0788ec', '127.0.0.1', '{}');
INSERT INTO public.audit VALUES (8, '53a466e51d3c90960a6157d4', 1795709866791, '3e532a785bb7b9cf98e6bf7d', 'post.create', 'b3e014e7f427e00af9e84017', '127.0.0.1', '{}');
INSERT INTO public.audit VALUES (9, '26b7e521942d2958815a3598', 1795709866868, '3e532a785bb7b9cf98e6bf7d', 'post.create', '1be4e9caf05d2a3ff8ec981b', '127.0.0.1', '{}');
INSERT INTO public.audit VALUES (10, '2dec4e9de45cb068eb6c42ce', 1795709867062, 'b096abc9e24853f03645cac8', 'post.create', '78b2f307d8fdd6e3fb578597', '127.0.0.1', '{}');
INSERT INTO public.audit VALUES (11, '77f5e6ccb57c55045e5e9f95', 1795709867239, '3e532a785bb7b9cf98e6bf7d', 'post.update', 'b3e014e7f427e00af9e84017', '127.0.0.1', '{}');
INSERT INTO public.audit VALUES (12, '0683736f73f9c4547525a4ba', 1795709869016, '3e532a785bb7b9cf98e6bf7d', 'comment.update', '56bb6afe2bdcf9d659c4f1eb', '127.0.0.1', '{"userId":"8c55b612fa75b9e605fe16ff","postId":"6129ba04ec954d589993eb74"}');
INSERT INTO public.audit VALUES (13, '3b8c38d9106f81fbfe965171', 1795709869071, '3e532a785bb7b9cf98e6bf7d', 'post.delete', '1be4e9caf05d2a3ff8ec981b', '127.0.0.1', '{}');
INSERT INTO public.audit VALUES (14, 'e2ef62ddcb7e3ca96a081d05', 1795709870926, 'a96aaa3d008cfcb52f54ebc3', 'identity.link', 'a96aaa3d008cfcb52f54ebc3', '127.0.0.1', '{"issuer":"http://localhost:37239"}');
INSERT INTO public.audit VALUES (15, '2aa92beb236bae23dd99d581', 1795709872749, '3e532a785bb7b9cf98e6bf7d', 'user.role', '3495a62ed8e7ab6902219234', '127.0.0.1', '{"from":"reader","to":"author"}');
INSERT INTO public.audit VALUES (16, '749f2bd5e2c8770b10f48538', 1795709872835, '3e532a785bb7b9cf98e6bf7d', 'user.role', '76f0a1949f8e8b13e4a92c22', '127.0.0.1', '{"from":"reader","to":"editor"}');
INSERT INTO public.audit VALUES (17, 'bb43d1341c7b91c3814c1caa', 1795709874102, '3495a62ed8e7ab6902219234', 'post.create', 'fe7b30286232d290adb9c42d', '127.0.0.1', '{}');
INSERT INTO public.audit VALUES (18, '29062f3216c4fb75087cdb2d', 1795709875122, '76f0a1949f8e8b13e4a92c22', 'post.create', '0a6a01662da666b75319ffbc', '127.0.0.1', '{}');
INSERT INTO public.audit VALUES (19, '68d18c2eecb5e0e168c8e0b5', 1795709875839, '3e532a785bb7b9cf98e6bf7d', 'user.suspend', 'ad48f90543c2a5699c372c11', '127.0.0.1', '{"until":"2099-01-01T00:00:00.000Z","reason":"Test of a suspension"}');
INSERT INTO public.audit VALUES (20, 'c5d63caca0f16ae6b7d89bd6', 1795709876570, '7c39a77284ac31098bf3f9b3', 'user.email', '7c39a77284ac31098bf3f9b3', '127.0.0.1', '{"pending":true}');
INSERT INTO public.audit VALUES (21, '8d6b0f22f7b01af5ea3d936f', 1795709907465, '3495a62ed8e7ab6902219234', 'passkey.add', '3495a62ed8e7ab6902219234', '127.0.0.1', '{"passkey":"ccc6c04ae00ea020d15ec736"}');
INSERT INTO public.audit VALUES (22, '5d53cfd00f543b0e49b6f8ca', 1795709907776, '5b9c82276d8b98de84df85e2', 'user.second-factor', '5b9c82276d8b98de84df85e2', '127.0.0.1', '{"change":"on"}');
INSERT INTO public.audit VALUES (23, 'd6f41d6a93237932932ed63d', 1795709908288, '5b9c82276d8b98de84df85e2', 'user.second-factor', '5b9c82276d8b98de84df85e2', '127.0.0.1', '{"change":"recovery-code-used"}');
INSERT INTO public.audit VALUES (24, '5e59515e4e24e65c0671542a', 1795709908386, '3e532a785bb7b9cf98e6bf7d', 'settings.auditDays', '', '127.0.0.1', '{"from":365,"to":400}');
INSERT INTO public.audit VALUES (25, 'eece368a23ada7e3ed952414', 1795709908445, '729120868416ad379dc2765c', 'user.delete', '729120868416ad379dc2765c', '127.0.0.1', '{"role":"administrator"}');
INSERT INTO public.audit VALUES (26, '40a660c9028ef7c79b3a3612', 1795709908495, '2fbea78096c6d8bfbb177e6f', 'user.delete', '2fbea78096c6d8bfbb177e6f', '127.0.0.1', '{"role":"reader"}');
INSERT INTO public.categories VALUES ('rust', 'Rust 🦀');
INSERT INTO public.challenges VALUES ('6dba427cf1bf6e22c4c5a7c22d009af42203692661cdba437a52182f713c4c86', 'passkey-sign-in', NULL, 'WzfzhCOHHqZ3HivOABJ16JFDQpGPsotUV4azU8T0c3M', 0, 1795709907622, 1795710207622);
INSERT INTO public.changes VALUES (1, 'publish', '56839d1e01da8606fdacc135', 'a-post-with-pictures', 1795709865302, false);
INSERT INTO public.changes VALUES (2, 'publish', '6129ba04ec954d589993eb74', 'same-title', 1795709866052, false);
INSERT INTO public.changes VALUES (3, 'publish', '83f6711df514111c88ad156f', 'same-title-2', 1795709866298, false);
INSERT INTO public.changes VALUES (4, 'publish', '219baa4968c0f06a855bf303', 'unicode-title-angle-quotes-ri-ben-yu', 1795709866587, false);
INSERT INTO public.changes VALUES (5, 'publish', '982accced652ca255f0788ec', 'by-an-account-that-was-deleted', 1795709866697, false);
INSERT INTO public.changes VALUES (6, 'publish', 'b3e014e7f427e00af9e84017', 'changed-later', 1795709866783, false);
INSERT INTO public.changes VALUES (7, 'publish', '1be4e9caf05d2a3ff8ec981b', 'deleted-later', 1795709866857, false);
INSERT INTO public.changes VALUES (8, 'publish', '78b2f307d8fdd6e3fb578597', 'video-and-no-comments', 1795709867055, false);
INSERT INTO public.changes VALUES (9, 'publish', 'b3e014e7f427e00af9e84017', 'changed-later', 1795709867245, false);
INSERT INTO public.changes VALUES (10, 'remove', '1be4e9caf05d2a3ff8ec981b', 'deleted-later', 1795709869072, false);
INSERT INTO public.changes VALUES (11, 'publish', 'fe7b30286232d290adb9c42d', 'by-an-author', 1795709874091, false);
INSERT INTO public.changes VALUES (12, 'publish', '0a6a01662da666b75319ffbc', 'by-an-editor', 1795709875095, false);
INSERT INTO public.comments VALUES (2, '22f77effda3e980ceb1fc559', '56839d1e01da8606fdacc135', '90615f9b8c7e3aacaeab2e13', 'Comment 1 on the first post', 1795709867880, 1795709867880);
INSERT INTO public.comments VALUES (3, '52735c53f3af998b4e2ad2b5', '56839d1e01da8606fdacc135', '8c55b612fa75b9e605fe16ff', 'Comment 2 on the first post', 1795709867932, 1795709867932);
INSERT INTO public.comments VALUES (5, 'a5cb75b38434c2db804c669c', '56839d1e01da8606fdacc135', '3e532a785bb7b9cf98e6bf7d', 'Comment 4 on the first post', 1795709868025, 1795709868025);
INSERT INTO public.comments VALUES (7, '628dc3e683e59ffa2cbee504', '6129ba04ec954d589993eb74', '90615f9b8c7e3aacaeab2e13', 'Line 1
second line 👍 x', 1795709868116, 1795709868116);
INSERT INTO public.comments VALUES (9, 'a39d12fb455626d9b5d49875', '6129ba04ec954d589993eb74', 'a96aaa3d008cfcb52f54ebc3', 'Line 3
second line 👍 xxx', 1795709868261, 1795709868261);
INSERT INTO public.comments VALUES (10, '60bf3b71f332790591309b96', '6129ba04ec954d589993eb74', '90615f9b8c7e3aacaeab2e13', 'Line 4
second line 👍 xxxx', 1795709868292, 1795709868292);
INSERT INTO public.comments VALUES (11, 'db0434ad3d2f2170c3b0f7f1', '6129ba04ec954d589993eb74', '8c55b612fa75b9e605fe16ff', 'Line 5
second line 👍 xxxxx', 1795709868355, 1795709868355);
INSERT INTO public.comments VALUES (12, '918c561a39e3a04a8e222fb1', '6129ba04ec954d589993eb74', 'a96aaa3d008cfcb52f54ebc3', 'Line 6
second line 👍 xxxxxx', 1795709868381, 1795709868381);
INSERT INTO public.comments VALUES (13, 'a78e83252df0e1bc31a9b068', '6129ba04ec954d589993eb74', '90615f9b8c7e3aacaeab2e13', 'Line 7
second line 👍 xxxxxxx', 1795709868389, 1795709868389);
INSERT INTO public.comments VALUES (14, '9bb43406ef4bd802ffce49ab', '6129ba04ec954d589993eb74', '8c55b612fa75b9e605fe16ff', 'Line 8
second line 👍 xxxxxxxx', 1795709868396, 1795709868396);
INSERT INTO public.comments VALUES (15, '02ac0d92a81843aed03cb639', '6129ba04ec954d589993eb74', 'a96aaa3d008cfcb52f54ebc3', 'Line 9
second line 👍 xxxxxxxxx', 1795709868416, 1795709868416);
INSERT INTO public.comments VALUES (16, '124635530caea30181909dcd', '6129ba04ec954d589993eb74', '90615f9b8c7e3aacaeab2e13', 'Line 10
second line 👍 xxxxxxxxxx', 1795709868431, 1795709868431);
INSERT INTO public.comments VALUES (17, '3734d4780607b6603c4ac2dd', '6129ba04ec954d589993eb74', '8c55b612fa75b9e605fe16ff', 'Line 11
second line 👍 xxxxxxxxxxx', 1795709868445, 1795709868445);
INSERT INTO public.comments VALUES (18, '86f427381cc0b9266b7c8266', '219baa4968c0f06a855bf303', '90615f9b8c7e3aacaeab2e13', 'éééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééé', 1795709868463, 1795709868463);
INSERT INTO public.comments VALUES (19, 'e9f1dcb6d6ed542e50b3dfb3', '982accced652ca255f0788ec', 'a96aaa3d008cfcb52f54ebc3', 'On a post whose author left', 1795709868477, 1795709868477);
INSERT INTO public.comments VALUES (20, '30ac67a9bad0dbd3b1b3fc3e', 'b3e014e7f427e00af9e84017', '8c55b612fa75b9e605fe16ff', 'On a changed post', 1795709868482, 1795709868482);
INSERT INTO public.comments VALUES (1, '4ac49b2c522aef169d93ece5', '56839d1e01da8606fdacc135', 'a96aaa3d008cfcb52f54ebc3', 'Edited by its author', 1795709867811, 1795709868993);
INSERT INTO public.comments VALUES (8, '56bb6afe2bdcf9d659c4f1eb', '6129ba04ec954d589993eb74', '8c55b612fa75b9e605fe16ff', 'Edited by an administrator', 1795709868139, 1795709869016);
INSERT INTO public.comments VALUES (22, '3059a34e6ee67118c13a5deb', '56839d1e01da8606fdacc135', '54386cc9af92142caa0cce90', 'From an account of Google', 1795709870839, 1795709870839);
INSERT INTO public.comments VALUES (23, 'bc39e430a91ca67dbfc4ebee', 'fe7b30286232d290adb9c42d', 'ad48f90543c2a5699c372c11', 'By a suspended account', 1795709875675, 1795709875675);
INSERT INTO public.devices VALUES ('afe13399fb74922f1789d74f8dac27cbf0905e30e4045277b4cbd2795f89026e', '3e532a785bb7b9cf98e6bf7d', 1827245859729, 1795709859729);
INSERT INTO public.devices VALUES ('c115a02ea0ff5bd2928d4fe3515be2678346c6ce9ad56dfc31cc44a21479f469', '90615f9b8c7e3aacaeab2e13', 1827245860212, 1795709860212);
INSERT INTO public.devices VALUES ('59ad4edd6ad3183df21364be2e3fac2c15e98efe03b884a7c54b95d7d0a2f76d', '8c55b612fa75b9e605fe16ff', 1827245860634, 1795709860634);
INSERT INTO public.devices VALUES ('ad14c5d03e3aafa7daa1175cabc8dca6a28bda297abd69c720ae36eec71d8181', 'b096abc9e24853f03645cac8', 1827245861513, 1795709861444);
INSERT INTO public.devices VALUES ('a149718474c5f4bb184a1ca1cdfcbfcc1b3be83736ea63e3306993ce7e892b93', '54386cc9af92142caa0cce90', 1827245870798, 1795709870798);
INSERT INTO public.devices VALUES ('2581f260a5a5a140ebe08c1dac545c5ac6d2bbb69d00c0b7f668d764ec5033a1', 'a96aaa3d008cfcb52f54ebc3', 1827245870973, 1795709870973);
INSERT INTO public.devices VALUES ('948d24e2754ca1d7bfe106fb2b5c0499b1e6bbeaf78625aae988f92d9d604001', 'ad48f90543c2a5699c372c11', 1827245871746, 1795709871746);
INSERT INTO public.devices VALUES ('8b89b01dbf81c3c651ca27adb663c3512881adb2a39e7077306a7d1a43570284', '7c39a77284ac31098bf3f9b3', 1827245872127, 1795709872127);
INSERT INTO public.devices VALUES ('27d0a6aeb4e47d1a42ef9bdbc3f42b3fd9fe46e23c616f8eddac53ea1ab38dc5', '5b9c82276d8b98de84df85e2', 1827245872665, 1795709872665);
INSERT INTO public.devices VALUES ('900c50ededd8fbb5e4beaab8a283915ce5ad9279e640f3928cd4f08ffb7ab2dc', '3495a62ed8e7ab6902219234', 1827245872935, 1795709871259);
INSERT INTO public.devices VALUES ('815323ef3e3389174983d0931d1d249a78cd474dad86ac96a9e57fc191371b77', '76f0a1949f8e8b13e4a92c22', 1827245873081, 1795709871529);
INSERT INTO public.devices VALUES ('fb7c111811f6c9fbfdfc65e34d124e51561dbd9dfed1ce501a595c517319b863', '3495a62ed8e7ab6902219234', 1827245907597, 1795709907597);
INSERT INTO public.devices VALUES ('d11a6d3bf1ca1defb5629f63d05cc61ed2643113ab0f4c2ad10fe12c35e64ec9', '5b9c82276d8b98de84df85e2', 1827245908291, 1795709908291);
INSERT INTO public.devices VALUES ('2703a534d4f6354a27a2c941389180c4f819b51fbb927959ac08359588015037', '90615f9b8c7e3aacaeab2e13', 1827245908627, 1795709908627);
INSERT INTO public.feed VALUES ('470c7cf4b8ae22fe8b6d8bf3', 12);
INSERT INTO public.identities VALUES ('http://localhost:37239', 'google-one', '54386cc9af92142caa0cce90', 1795709870623);
INSERT INTO public.identities VALUES ('http://localhost:37239', 'reader-one', 'a96aaa3d008cfcb52f54ebc3', 1795709870917);
INSERT INTO public.leases VALUES ('startup', '7cc6e023-2ad4-4084-8704-0c0609f8790c', 1, 0);
INSERT INTO public.leases VALUES ('mail', '7cc6e023-2ad4-4084-8704-0c0609f8790c', 1, 0);
INSERT INTO public.likes VALUES ('4ac49b2c522aef169d93ece5', 'a96aaa3d008cfcb52f54ebc3', 1795709868504);
INSERT INTO public.likes VALUES ('4ac49b2c522aef169d93ece5', '90615f9b8c7e3aacaeab2e13', 1795709868604);
INSERT INTO public.likes VALUES ('a39d12fb455626d9b5d49875', '90615f9b8c7e3aacaeab2e13', 1795709868632);
INSERT INTO public.likes VALUES ('4ac49b2c522aef169d93ece5', '8c55b612fa75b9e605fe16ff', 1795709868659);
INSERT INTO public.likes VALUES ('4ac49b2c522aef169d93ece5', '3e532a785bb7b9cf98e6bf7d', 1795709868746);
INSERT INTO public.likes VALUES ('e9f1dcb6d6ed542e50b3dfb3', 'a96aaa3d008cfcb52f54ebc3', 1795709868840);
INSERT INTO public.likes VALUES ('e9f1dcb6d6ed542e50b3dfb3', '90615f9b8c7e3aacaeab2e13', 1795709868862);
INSERT INTO public.likes VALUES ('bc39e430a91ca67dbfc4ebee', '3495a62ed8e7ab6902219234', 1795709875802);
INSERT INTO public.mail VALUES ('c93843ae5e4879de6ffe8468', 'verify-email', 'reader-one@example.com', '', 'sent', 1, NULL, 1795709859966, NULL, 1795709859966, 1795709860351);
INSERT INTO public.mail VALUES ('9a3ddfbe9d60d5cc1cf279ff', 'verify-email', 'reader-two@example.com', '', 'sent', 1, NULL, 1795709860127, NULL, 1795709860127, 1795709860407);
INSERT INTO public.mail VALUES ('69edae32b2f7a6d21ea0b30d', 'verify-email', 'writer-three@example.com', '', 'sent', 1, NULL, 1795709860534, NULL, 1795709860534, 1795709860618);
INSERT INTO public.mail VALUES ('751750b586e80e37d545c6d9', 'verify-email', 'leaver@example.com', '', 'sent', 1, NULL, 1795709860775, NULL, 1795709860775, 1795709860843);
INSERT INTO public.mail VALUES ('e0560f74a7d65b985cff26df', 'verify-email', 'second-admin@example.com', '', 'sent', 1, NULL, 1795709861012, NULL, 1795709861012, 1795709861051);
INSERT INTO public.mail VALUES ('ea11c1672982e0b7a3ff94c6', 'verify-email', 'third-admin@example.com', '', 'sent', 1, NULL, 1795709861403, NULL, 1795709861403, 1795709861465);
INSERT INTO public.mail VALUES ('0d2dc662fe1c809b0c86041d', 'verify-email', 'author-one@example.com', '', 'sent', 1, NULL, 1795709871117, NULL, 1795709871117, 1795709871224);
INSERT INTO public.mail VALUES ('1c45f154e162c884a652673d', 'verify-email', 'editor-one@example.com', '', 'sent', 1, NULL, 1795709871385, NULL, 1795709871385, 1795709871433);
INSERT INTO public.mail VALUES ('a22f2502299128cadcf96c7c', 'verify-email', 'suspended-one@example.com', '', 'sent', 1, NULL, 1795709871666, NULL, 1795709871666, 1795709871729);
INSERT INTO public.mail VALUES ('5521dda34ff191d5a67ec8dd', 'verify-email', 'moving-one@example.com', '', 'sent', 1, NULL, 1795709872031, NULL, 1795709872031, 1795709872089);
INSERT INTO public.mail VALUES ('6b8c1a23e546dab1fcf8e0e7', 'verify-email', 'codes-one@example.com', '', 'sent', 1, NULL, 1795709872428, NULL, 1795709872428, 1795709872539);
INSERT INTO public.mail VALUES ('c350fd4ba50445c214d20615', 'verify-email', 'author-one@example.com', '', 'sent', 1, NULL, 1795709876060, NULL, 1795709876060, 1795709876391);
INSERT INTO public.mail VALUES ('5eefbb3d097957d40645e633', 'email-change', 'moving-one@example.com', '', 'sent', 1, NULL, 1795709876579, NULL, 1795709876579, 1795709876636);
INSERT INTO public.mail VALUES ('40030f78489fb0f522b33ba4', 'confirm-new-email', 'moved-one@example.com', '', 'sent', 1, NULL, 1795709876599, NULL, 1795709876599, 1795709876647);
INSERT INTO public.mail VALUES ('2a3b14cff7c949e227b61726', 'reset-password', 'reader-two@example.com', '', 'sent', 1, NULL, 1795709876710, NULL, 1795709876710, 1795709876788);
INSERT INTO public.mail VALUES ('87a2dfcb14c131c1faaf422b', 'verify-email', 'editor-one@example.com', '{"username":"editor-one","token":"5JemQcPP_cVamNKiEIW9cZWawDqwIhbH6buByLoEc9A"}', 'queued', 1, 'connect ECONNREFUSED 127.0.0.1:43487', 1795709927374, NULL, 1795709906811, NULL);
INSERT INTO public.mail VALUES ('4f5d73e05c3e241398dc1929', 'passkey-added', 'author-one@example.com', '{"username":"author-one","at":"2026-11-26T16:18:27.466Z","name":"Test key"}', 'queued', 1, 'connect ECONNREFUSED 127.0.0.1:43487', 1795709927528, NULL, 1795709907466, NULL);
INSERT INTO public.mail VALUES ('26697d2b3536dc96f8526253', 'new-browser', 'codes-one@example.com', '{"username":"codes-one","at":"2026-11-26T16:18:28.335Z","browser":"Firefox on Linux"}', 'queued', 0, NULL, 1795709908335, 'new-browser:5b9c82276d8b98de84df85e2:2026-11-26:', 1795709908335, NULL);
INSERT INTO public.mail VALUES ('554c7176562b51079f803ba9', 'new-browser', 'author-one@example.com', '{"username":"author-one","at":"2026-11-26T16:18:27.605Z","browser":"Firefox on Linux"}', 'queued', 1, 'connect ECONNREFUSED 127.0.0.1:43487', 1795709928549, 'new-browser:3495a62ed8e7ab6902219234:2026-11-26:Firefox on Linux:127.0.0.1', 1795709907605, NULL);
INSERT INTO public.mail VALUES ('abce17459a86ef4e19d82ffa', 'new-browser', 'reader-two@example.com', '{"username":"Reader-Two","at":"2026-11-26T16:18:28.639Z","browser":"Firefox on Linux"}', 'queued', 0, NULL, 1795709908639, 'new-browser:90615f9b8c7e3aacaeab2e13:2026-11-26:', 1795709908639, NULL);
INSERT INTO public.passkeys VALUES ('ccc6c04ae00ea020d15ec736', '3495a62ed8e7ab6902219234', 'F9cdE-FkJe1Fdm_QKI8zB24D6gtpJsu93Lo0fR2tP-o', 'pQECAyYgASFYIJq8yNj0bixFatw1XlMMJQR9PcUt1Jl0-Al2pVbNqihXIlggHCo3Lz5WSOtTNThytsyzhnNXwpSdpOTKMv67bYntOXQ', 3, '["usb"]', false, 'Test key', 1795709907463, 1795709907596);
INSERT INTO public.pictures VALUES ('/uploads/1795709861541-post-picture.png', '3e532a785bb7b9cf98e6bf7d', 'post', 900, 300, 1310, 2975, '[480,900]', 1795709862174);
INSERT INTO public.pictures VALUES ('/uploads/1795709862217-post-picture.png', '3e532a785bb7b9cf98e6bf7d', 'post', 900, 300, 1310, 3011, '[480,900]', 1795709863440);
INSERT INTO public.pictures VALUES ('/uploads/1795709863475-post-picture.png', 'b096abc9e24853f03645cac8', 'post', 900, 300, 1310, 2940, '[480,900]', 1795709864220);
INSERT INTO public.pictures VALUES ('/uploads/1795709864337-profile-picture.png', 'a96aaa3d008cfcb52f54ebc3', 'profile', 300, 300, 709, 1619, '[96,192]', 1795709865175);
INSERT INTO public.pictures VALUES ('/uploads/1795709873167-post-picture.png', '3495a62ed8e7ab6902219234', 'post', 900, 300, 1528, 3170, '[480,900]', 1795709873994);
INSERT INTO public.post_words VALUES (1, '''0'' ''a'' ''and'' ''bold'' ''cafe'' ''const'' ''heading'' ''link'' ''n'' ''naive'' ''number'' ''one'' ''pictures'' ''post'' ''quoted'' ''text'' ''two'' ''with'' ''words'' ''日本語''');
INSERT INTO public.post_words VALUES (2, '''1'' ''a'' ''and'' ''bold'' ''cafe'' ''const'' ''heading'' ''link'' ''n'' ''naive'' ''number'' ''one'' ''quoted'' ''same'' ''text'' ''title'' ''two'' ''with'' ''words'' ''日本語''');
INSERT INTO public.post_words VALUES (3, '''2'' ''a'' ''and'' ''bold'' ''cafe'' ''const'' ''heading'' ''link'' ''n'' ''naive'' ''number'' ''one'' ''quoted'' ''same'' ''text'' ''title'' ''two'' ''with'' ''words'' ''日本語''');
INSERT INTO public.post_words VALUES (4, '''3'' ''a'' ''and'' ''angle'' ''bold'' ''cafe'' ''const'' ''heading'' ''link'' ''n'' ''naive'' ''number'' ''one'' ''quoted'' ''quotes'' ''text'' ''title'' ''two'' ''unicode'' ''with'' ''words'' ''日本語''');
INSERT INTO public.post_words VALUES (5, '''4'' ''a'' ''account'' ''an'' ''and'' ''bold'' ''by'' ''cafe'' ''const'' ''deleted'' ''heading'' ''link'' ''n'' ''naive'' ''number'' ''one'' ''quoted'' ''text'' ''that'' ''two'' ''was'' ''with'' ''words'' ''日本語''');
INSERT INTO public.post_words VALUES (8, '''and'' ''comments'' ''no'' ''video'' ''watch''');
INSERT INTO public.post_words VALUES (6, '''a'' ''and'' ''bold'' ''cafe'' ''changed'' ''const'' ''heading'' ''link'' ''n'' ''naive'' ''number'' ''one'' ''quoted'' ''text'' ''title'' ''two'' ''with'' ''words'' ''日本語''');
INSERT INTO public.post_words VALUES (9, '''8'' ''a'' ''an'' ''and'' ''author'' ''bold'' ''by'' ''cafe'' ''const'' ''heading'' ''link'' ''n'' ''naive'' ''number'' ''one'' ''quoted'' ''text'' ''two'' ''with'' ''words'' ''日本語''');
INSERT INTO public.post_words VALUES (10, '''9'' ''a'' ''an'' ''and'' ''bold'' ''by'' ''cafe'' ''const'' ''editor'' ''heading'' ''link'' ''n'' ''naive'' ''number'' ''one'' ''quoted'' ''text'' ''two'' ''with'' ''words'' ''日本語''');
INSERT INTO public.posts VALUES (1, '56839d1e01da8606fdacc135', '3e532a785bb7b9cf98e6bf7d', 'A post with pictures', 'a-post-with-pictures', 'javascript', '/uploads/1795709861541-post-picture.png', false, 1, 1795709865302, 1795709865302, 'Heading 0
Text number 0 with bold words, naïve café, 日本語 and a link.
one
two
const n = 0;
Quoted', '<h2>Heading 0</h2><p>Text number 0 with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/0" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = 0;</code></pre><blockquote>Quoted</blockquote><p><img src="/uploads/1795709862217-post-picture.png" alt="A blue square"></p>', 'A red square');
INSERT INTO public.posts VALUES (2, '6129ba04ec954d589993eb74', '3e532a785bb7b9cf98e6bf7d', 'Same title', 'same-title', 'reactjs', '', false, 1, 1795709866052, 1795709866052, 'Heading 1
Text number 1 with bold words, naïve café, 日本語 and a link.
one
two
const n = 1;
Quoted', '<h2>Heading 1</h2><p>Text number 1 with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/1" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = 1;</code></pre><blockquote>Quoted</blockquote>', '');
INSERT INTO public.posts VALUES (3, '83f6711df514111c88ad156f', '729120868416ad379dc2765c', 'Same title', 'same-title-2', 'nextjs', '', false, 1, 1795709866298, 1795709866298, 'Heading 2
Text number 2 with bold words, naïve café, 日本語 and a link.
one
two
const n = 2;
Quoted', '<h2>Heading 2</h2><p>Text number 2 with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/2" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = 2;</code></pre><blockquote>Quoted</blockquote>', '');
INSERT INTO public.posts VALUES (4, '219baa4968c0f06a855bf303', 'b096abc9e24853f03645cac8', 'Ünïcode títle & <angle> "quotes" 日本語', 'unicode-title-angle-quotes-ri-ben-yu', 'rust', '', false, 1, 1795709866587, 1795709866587, 'Heading 3
Text number 3 with bold words, naïve café, 日本語 and a link.
one
two
const n = 3;
Quoted', '<h2>Heading 3</h2><p>Text number 3 with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/3" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = 3;</code></pre><blockquote>Quoted</blockquote>', '');
INSERT INTO public.posts VALUES (5, '982accced652ca255f0788ec', '729120868416ad379dc2765c', 'By an account that was deleted', 'by-an-account-that-was-deleted', 'uncategorized', 'https://pictures.example.com/cover.jpg', false, 1, 1795709866697, 1795709866697, 'Heading 4
Text number 4 with bold words, naïve café, 日本語 and a link.
one
two
const n = 4;
Quoted', '<h2>Heading 4</h2><p>Text number 4 with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/4" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = 4;</code></pre><blockquote>Quoted</blockquote>', '');
INSERT INTO public.posts VALUES (8, '78b2f307d8fdd6e3fb578597', 'b096abc9e24853f03645cac8', 'Video and no comments', 'video-and-no-comments', 'javascript', '', false, 1, 1795709867055, 1795709867055, 'Watch:', '<p>Watch:</p><iframe class="ql-video" src="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ" title="YouTube video" loading="lazy" allow="encrypted-media; fullscreen; picture-in-picture" allowfullscreen referrerpolicy="strict-origin-when-cross-origin" sandbox="allow-popups allow-popups-to-escape-sandbox allow-presentation allow-same-origin allow-scripts"></iframe>', '');
INSERT INTO public.posts VALUES (6, 'b3e014e7f427e00af9e84017', '3e532a785bb7b9cf98e6bf7d', 'Changed title', 'changed-later', 'css', '', false, 2, 1795709866783, 1795709867206, 'Heading changed
Text number changed with bold words, naïve café, 日本語 and a link.
one
two
const n = changed;
Quoted', '<h2>Heading changed</h2><p>Text number changed with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/changed" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = changed;</code></pre><blockquote>Quoted</blockquote>', '');
INSERT INTO public.posts VALUES (9, 'fe7b30286232d290adb9c42d', '3495a62ed8e7ab6902219234', 'By an author', 'by-an-author', 'javascript', '/uploads/1795709873167-post-picture.png', false, 1, 1795709874091, 1795709874091, 'Heading 8
Text number 8 with bold words, naïve café, 日本語 and a link.
one
two
const n = 8;
Quoted', '<h2>Heading 8</h2><p>Text number 8 with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/8" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = 8;</code></pre><blockquote>Quoted</blockquote>', '');
INSERT INTO public.posts VALUES (10, '0a6a01662da666b75319ffbc', '76f0a1949f8e8b13e4a92c22', 'By an editor', 'by-an-editor', 'css', '', false, 1, 1795709875095, 1795709875095, 'Heading 9
Text number 9 with bold words, naïve café, 日本語 and a link.
one
two
const n = 9;
Quoted', '<h2>Heading 9</h2><p>Text number 9 with <strong>bold</strong> words, naïve café, 日本語 and <a href="https://example.com/9" rel="noopener noreferrer">a link</a>.</p><ul><li>one</li><li>two</li></ul><pre data-language="javascript"><code>const n = 9;</code></pre><blockquote>Quoted</blockquote>', '');
INSERT INTO public.rate_limits VALUES ('like:729120868416ad379dc2765c', 2, 1795709928780);
INSERT INTO public.rate_limits VALUES ('signInAccount:JY2NyRbbjOosr7bDzQywJG', 0, 1795709919600);
INSERT INTO public.rate_limits VALUES ('mail:verify-email:rl544baikZcPJx3iAvrYTi', 1, 1795713459958);
INSERT INTO public.rate_limits VALUES ('mailDay:verify-email:rl544baikZcPJx3iAvrYTi', 1, 1795796259959);
INSERT INTO public.rate_limits VALUES ('like:90615f9b8c7e3aacaeab2e13', 3, 1795709928604);
INSERT INTO public.rate_limits VALUES ('signInAccount:rl544baikZcPJx3iAvrYTi', 0, 1795709919983);
INSERT INTO public.rate_limits VALUES ('mail:verify-email:zvQShDsm65dAYEOlSJ79eH', 1, 1795713460115);
INSERT INTO public.rate_limits VALUES ('mailDay:verify-email:zvQShDsm65dAYEOlSJ79eH', 1, 1795796260117);
INSERT INTO public.rate_limits VALUES ('like:a96aaa3d008cfcb52f54ebc3', 4, 1795709928504);
INSERT INTO public.rate_limits VALUES ('like:2fbea78096c6d8bfbb177e6f', 4, 1795709928675);
INSERT INTO public.rate_limits VALUES ('mail:verify-email:R1est_4VfAAFQ34glqL7Tx', 1, 1795713460522);
INSERT INTO public.rate_limits VALUES ('mailDay:verify-email:R1est_4VfAAFQ34glqL7Tx', 1, 1795796260522);
INSERT INTO public.rate_limits VALUES ('edit:a96aaa3d008cfcb52f54ebc3', 1, 1795709928993);
INSERT INTO public.rate_limits VALUES ('edit:3e532a785bb7b9cf98e6bf7d', 1, 1795709929015);
INSERT INTO public.rate_limits VALUES ('signInAccount:R1est_4VfAAFQ34glqL7Tx', 0, 1795709920602);
INSERT INTO public.rate_limits VALUES ('mail:verify-email:EeLF76QMrOgv0GVlwKeJ7w', 1, 1795713460771);
INSERT INTO public.rate_limits VALUES ('mailDay:verify-email:EeLF76QMrOgv0GVlwKeJ7w', 1, 1795796260772);
INSERT INTO public.rate_limits VALUES ('comment:54386cc9af92142caa0cce90', 1, 1795709930839);
INSERT INTO public.rate_limits VALUES ('signInAccount:EeLF76QMrOgv0GVlwKeJ7w', 0, 1795709920830);
INSERT INTO public.rate_limits VALUES ('mail:verify-email:Na_Bb9Vt7gFvUsE0SUeAw9', 1, 1795713461009);
INSERT INTO public.rate_limits VALUES ('mailDay:verify-email:Na_Bb9Vt7gFvUsE0SUeAw9', 1, 1795796261010);
INSERT INTO public.rate_limits VALUES ('google:127.0.0.1', 5, 1795710769431);
INSERT INTO public.rate_limits VALUES ('signInAccount:Na_Bb9Vt7gFvUsE0SUeAw9', 0, 1795709921020);
INSERT INTO public.rate_limits VALUES ('signInAddress:127.0.0.1', 1, 1795709919600);
INSERT INTO public.rate_limits VALUES ('upload:3495a62ed8e7ab6902219234', 1, 1795709933155);
INSERT INTO public.rate_limits VALUES ('mail:verify-email:uy8fiINYWq7dNwc233MhQX', 1, 1795713461386);
INSERT INTO public.rate_limits VALUES ('mailDay:verify-email:uy8fiINYWq7dNwc233MhQX', 1, 1795796261387);
INSERT INTO public.rate_limits VALUES ('comment:ad48f90543c2a5699c372c11', 1, 1795709935676);
INSERT INTO public.rate_limits VALUES ('signInAccount:uy8fiINYWq7dNwc233MhQX', 0, 1795709921416);
INSERT INTO public.rate_limits VALUES ('like:3495a62ed8e7ab6902219234', 1, 1795709935802);
INSERT INTO public.rate_limits VALUES ('upload:3e532a785bb7b9cf98e6bf7d', 2, 1795709921540);
INSERT INTO public.rate_limits VALUES ('upload:b096abc9e24853f03645cac8', 1, 1795709923472);
INSERT INTO public.rate_limits VALUES ('upload:a96aaa3d008cfcb52f54ebc3', 1, 1795709924336);
INSERT INTO public.rate_limits VALUES ('comment:2fbea78096c6d8bfbb177e6f', 1, 1795709928006);
INSERT INTO public.rate_limits VALUES ('comment:3e532a785bb7b9cf98e6bf7d', 1, 1795709928025);
INSERT INTO public.rate_limits VALUES ('mail:verify-email:62nRnDTp-Fc9jR_6xmd1Vg', 2, 1795713471115);
INSERT INTO public.rate_limits VALUES ('mailDay:verify-email:62nRnDTp-Fc9jR_6xmd1Vg', 2, 1795796271116);
INSERT INTO public.rate_limits VALUES ('signInAccount:62nRnDTp-Fc9jR_6xmd1Vg', 0, 1795709931131);
INSERT INTO public.rate_limits VALUES ('emailTaken:7c39a77284ac31098bf3f9b3', 0, 1795713476517);
INSERT INTO public.rate_limits VALUES ('comment:90615f9b8c7e3aacaeab2e13', 6, 1795709927905);
INSERT INTO public.rate_limits VALUES ('comment:a96aaa3d008cfcb52f54ebc3', 6, 1795709927811);
INSERT INTO public.rate_limits VALUES ('emailChange:7c39a77284ac31098bf3f9b3', 1, 1795713476560);
INSERT INTO public.rate_limits VALUES ('comment:8c55b612fa75b9e605fe16ff', 7, 1795709927933);
INSERT INTO public.rate_limits VALUES ('mail:confirm-new-email:Uv3lfLMLaWwFGDac1GiR6f', 1, 1795713476587);
INSERT INTO public.rate_limits VALUES ('like:8c55b612fa75b9e605fe16ff', 1, 1795709928659);
INSERT INTO public.rate_limits VALUES ('mailDay:confirm-new-email:Uv3lfLMLaWwFGDac1GiR6f', 1, 1795796276588);
INSERT INTO public.rate_limits VALUES ('like:3e532a785bb7b9cf98e6bf7d', 1, 1795709928746);
INSERT INTO public.rate_limits VALUES ('signInAccount:nrqrPcMIDETmG7VaJh2PP9', 0, 1795709931404);
INSERT INTO public.rate_limits VALUES ('mailAddress:127.0.0.1', 1, 1795713476677);
INSERT INTO public.rate_limits VALUES ('mail:verify-email:zeZQTUgzJ5YJ7oOt9NoEze', 1, 1795713471652);
INSERT INTO public.rate_limits VALUES ('mailDay:verify-email:zeZQTUgzJ5YJ7oOt9NoEze', 1, 1795796271652);
INSERT INTO public.rate_limits VALUES ('mail:reset-password:zvQShDsm65dAYEOlSJ79eH', 1, 1795713476678);
INSERT INTO public.rate_limits VALUES ('mailDay:reset-password:zvQShDsm65dAYEOlSJ79eH', 1, 1795796276679);
INSERT INTO public.rate_limits VALUES ('signInAccount:zeZQTUgzJ5YJ7oOt9NoEze', 0, 1795709931675);
INSERT INTO public.rate_limits VALUES ('mail:verify-email:nrqrPcMIDETmG7VaJh2PP9', 2, 1795713471375);
INSERT INTO public.rate_limits VALUES ('mail:verify-email:9yqDqfJZeWT7mZT15QxNM-', 1, 1795713471988);
INSERT INTO public.rate_limits VALUES ('mailDay:verify-email:9yqDqfJZeWT7mZT15QxNM-', 1, 1795796272003);
INSERT INTO public.rate_limits VALUES ('mailDay:verify-email:nrqrPcMIDETmG7VaJh2PP9', 2, 1795796271382);
INSERT INTO public.rate_limits VALUES ('signInAccount:9yqDqfJZeWT7mZT15QxNM-', 0, 1795709932084);
INSERT INTO public.rate_limits VALUES ('signUp:127.0.0.1', 11, 1795709919801);
INSERT INTO public.rate_limits VALUES ('mail:verify-email:DcZAcx2WudcUeaSB78cr2v', 1, 1795713472419);
INSERT INTO public.rate_limits VALUES ('mailDay:verify-email:DcZAcx2WudcUeaSB78cr2v', 1, 1795796272427);
INSERT INTO public.rate_limits VALUES ('signInAccount:zvQShDsm65dAYEOlSJ79eH', 1, 1795709920162);
INSERT INTO public.rate_limits VALUES ('passkey:127.0.0.1', 2, 1795710807483);
INSERT INTO public.rate_limits VALUES ('signInAccount:DcZAcx2WudcUeaSB78cr2v', 0, 1795709932500);
INSERT INTO public.recovery_codes VALUES ('5b9c82276d8b98de84df85e2', '1ebc8cf4eb2384a22d6a21e69f08d8d3a6de11f18823b429f07cbf1537b4e0de', NULL, 1795709907791);
INSERT INTO public.recovery_codes VALUES ('5b9c82276d8b98de84df85e2', '8e3811c25f5f57ceb2da13ca0d3c0cd962bf2eb7789571740a5bc5c61828c9f6', NULL, 1795709907791);
INSERT INTO public.recovery_codes VALUES ('5b9c82276d8b98de84df85e2', '79e9ce91bd81739a817f4db49f21ed9abd70618b0932c63d9cdeedcbc4a9feac', NULL, 1795709907791);
INSERT INTO public.recovery_codes VALUES ('5b9c82276d8b98de84df85e2', '0572cf52ca55fd8b6beb083fc88d55b86df618fb77cece0b2cdf32077e42cd3f', NULL, 1795709907791);
INSERT INTO public.recovery_codes VALUES ('5b9c82276d8b98de84df85e2', '81eecc2f0d5fa4517bd1f663b31d3a827795b409440e3d68cb0477cedcfe8d01', NULL, 1795709907791);
INSERT INTO public.recovery_codes VALUES ('5b9c82276d8b98de84df85e2', '0abd02380110d71c4e0934cb42a606f2173d31d46178b1fdd9c060e89ba25f2b', NULL, 1795709907791);
INSERT INTO public.recovery_codes VALUES ('5b9c82276d8b98de84df85e2', '358d139a24aa7c0cda763033a90d30cf245238766007ece1bc683484c4aaf83d', NULL, 1795709907791);
INSERT INTO public.recovery_codes VALUES ('5b9c82276d8b98de84df85e2', 'd48a4b042a539d765833532d7669d032aef1fc7a728ce50789314ccde4ec4476', NULL, 1795709907791);
INSERT INTO public.recovery_codes VALUES ('5b9c82276d8b98de84df85e2', 'cec1e71c83eeaa42b4314f50f8d461fe7dcf53655902e3801487c4732585164f', NULL, 1795709907791);
INSERT INTO public.recovery_codes VALUES ('5b9c82276d8b98de84df85e2', 'e10e656c8af325517d37a1b00d3f7c20b6ae6c181e3434d56f8777a19f581e53', 1795709908273, 1795709907791);
INSERT INTO public.sessions VALUES ('7124c0fb6aead089f9738605da8a4a440c06dd3b94bea2ce88a9c59b43e326e9', '3e532a785bb7b9cf98e6bf7d', 1798301859725, 1795709859717, 1795709859726, '489e9b1a3434a322916fafb2', 'Firefox on Linux', '127.0.0.0/24', 1795709859717);
INSERT INTO public.sessions VALUES ('985c086a7d1652edd97e95282b9f1864d080cff21cda162df79bf2d069c438d1', '90615f9b8c7e3aacaeab2e13', 1798301860211, 1795709860211, 1795709860211, 'ac2ac92162af0dae8f7ee537', 'Firefox on Linux', '127.0.0.0/24', 1795709860211);
INSERT INTO public.sessions VALUES ('5db5b5f00dc385253e34d68eee7ee59cfe12b1484ba6bad1fc9e2a7551a61693', '8c55b612fa75b9e605fe16ff', 1798301860633, 1795709860633, 1795709860633, 'c5f6bb5eca1d56e81a16f0fd', 'Firefox on Linux', '127.0.0.0/24', 1795709860633);
INSERT INTO public.sessions VALUES ('479f2373770dc4f3791e098e7734d0857b5181e549ad70460d3dc2ccb4e826fe', 'b096abc9e24853f03645cac8', 1798301861513, 1795709861512, 1795709861513, '6873f9d16a5682c54ef40032', 'Firefox on Linux', '127.0.0.0/24', 1795709861512);
INSERT INTO public.sessions VALUES ('d5d122b2b6b5389b1e9f44a825dab81e2993af9a0dff68a898fb94b3ce1604b2', '54386cc9af92142caa0cce90', 1798301870783, 1795709870783, 1795709870783, '38f4ac7bde46c96743756694', 'Firefox on Linux', '127.0.0.0/24', 1795709870783);
INSERT INTO public.sessions VALUES ('e834fefe4decfc8b49d014d4137b2dc5968123f552945d46d24920bbb83f62c3', 'a96aaa3d008cfcb52f54ebc3', 1798301870964, 1795709870964, 1795709870968, 'bf0a67ffa1fdef0033098a8e', 'Firefox on Linux', '127.0.0.0/24', 1795709870964);
INSERT INTO public.sessions VALUES ('08e6d03a601bd892d9660ea83223c26d88b9ae1796b25e87b75e0acaf493f4ec', '7c39a77284ac31098bf3f9b3', 1798301872119, 1795709872119, 1795709872120, '6456bbd89159f1d644a0b570', 'Firefox on Linux', '127.0.0.0/24', 1795709872119);
INSERT INTO public.sessions VALUES ('f75226a4b86b6af252e00d2258813c41733415476d3b8441ae4c094cc951141c', '5b9c82276d8b98de84df85e2', 1798301872665, 1795709872664, 1795709872665, 'cdb3bc7995f2a68d82225ba7', 'Firefox on Linux', '127.0.0.0/24', 1795709872664);
INSERT INTO public.sessions VALUES ('5dc1d387de039765617503bdd23ff5467127fd87ae80c63ae3d5df2307024435', '3495a62ed8e7ab6902219234', 1798301872934, 1795709872934, 1795709872934, '71ed5932be8482bcb40be257', 'Firefox on Linux', '127.0.0.0/24', 1795709872934);
INSERT INTO public.sessions VALUES ('f7ee3fa39af3c1d5290fde7e6919eac4ce5baabf55a67db4984798b282978b96', '76f0a1949f8e8b13e4a92c22', 1798301873081, 1795709873081, 1795709873081, '534a8240f1ce5b84ebf44577', 'Firefox on Linux', '127.0.0.0/24', 1795709873081);
INSERT INTO public.sessions VALUES ('a831397b69834292ccfed6f6fa4949d8179c77ab57c4f57e862079aa76b95b40', '3495a62ed8e7ab6902219234', 1798301907597, 1795709907597, 1795709907597, '7cf2de702a5fd121a993c572', 'Firefox on Linux', '127.0.0.0/24', 1795709907597);
INSERT INTO public.sessions VALUES ('e0ef790594842dcd2cb75c5edb369d6bfd3a49effc984ab78c12764d4b8cfc73', '5b9c82276d8b98de84df85e2', 1798301908291, 1795709908290, 1795709908291, 'e245a1afc36976a7df34d902', 'Firefox on Linux', '127.0.0.0/24', 1795709908290);
INSERT INTO public.sessions VALUES ('805571fa52649ae7938c8fc132b65aad77fd9d7b44f7112cc4062b7d35ef384f', '90615f9b8c7e3aacaeab2e13', 1798301908626, 1795709908626, 1795709908626, 'a840142f0563c6b94b2e68d0', 'Firefox on Linux', '127.0.0.0/24', 1795709908626);
INSERT INTO public.settings VALUES ('stories', '{"newest":{"at":1795709859465,"from":0,"shown":"T1PNoYwrqgwDVLtfmj7L5e0Sq02OEbqHPC8RFhICuUU"},"all":{"at":1795709859468,"from":0,"shown":"T1PNoYwrqgwDVLtfmj7L5e0Sq02OEbqHPC8RFhICuUU"}}');
INSERT INTO public.settings VALUES ('uploading:1795709861541-post-picture.png', '1795709861562');
INSERT INTO public.settings VALUES ('recent-picture:1795709861541-post-picture.png', '1795709862174');
INSERT INTO public.settings VALUES ('uploading:1795709862217-post-picture.png', '1795709862247');
INSERT INTO public.settings VALUES ('recent-picture:1795709862217-post-picture.png', '1795709863440');
INSERT INTO public.settings VALUES ('uploading:1795709863475-post-picture.png', '1795709863556');
INSERT INTO public.settings VALUES ('recent-picture:1795709863475-post-picture.png', '1795709864220');
INSERT INTO public.settings VALUES ('uploading:1795709864337-profile-picture.png', '1795709864383');
INSERT INTO public.settings VALUES ('recent-picture:1795709864337-profile-picture.png', '1795709865175');
INSERT INTO public.settings VALUES ('uploading:1795709873167-post-picture.png', '1795709873241');
INSERT INTO public.settings VALUES ('lock:quotas', '');
INSERT INTO public.settings VALUES ('recent-picture:1795709873167-post-picture.png', '1795709873994');
INSERT INTO public.settings VALUES ('owner:auditDays', '400');
INSERT INTO public.sign_in_flows VALUES ('a15238bf868b7ba90516d04a6cbb5563b4ce884d5c3a2917b6b8e0785bfc5054', '', NULL, 1795710471004);
INSERT INTO public.tokens VALUES ('2a8ac588141d0fa06563d9c48d3a3db3a7dc8df8f22134bb37fced6159b675b2', 'verify-email', '90615f9b8c7e3aacaeab2e13', 'reader-two@example.com', NULL, 0, NULL, 1795709860124, 1795796260124);
INSERT INTO public.tokens VALUES ('c484fadd063185d09a903aa0fbb80040d249eb5f8a94ccafa500bec2ca17a522', 'verify-email', '8c55b612fa75b9e605fe16ff', 'writer-three@example.com', NULL, 0, NULL, 1795709860523, 1795796260523);
INSERT INTO public.tokens VALUES ('43d201007c90ae46c6f8064662c4a334a22ca4ddc39934f3596e4c0ed1bdc483', 'verify-email', 'b096abc9e24853f03645cac8', 'third-admin@example.com', NULL, 0, NULL, 1795709861395, 1795796261395);
INSERT INTO public.tokens VALUES ('c64158368058659cef0775f4b7f953004e928e36097f36cfc56b9596d4e0567f', 'verify-email', 'a96aaa3d008cfcb52f54ebc3', 'reader-one@example.com', NULL, 0, 1795709870917, 1795709859961, 1795796259961);
INSERT INTO public.tokens VALUES ('63111ddb5608be10d9e89afa625717492deaf2915429cfb68825b2111adb0137', 'verify-email', '76f0a1949f8e8b13e4a92c22', 'editor-one@example.com', NULL, 0, NULL, 1795709871384, 1795796271384);
INSERT INTO public.tokens VALUES ('8d61db72006ed234d3db5390bd3270779064beaf2dd1500eb4e4743daf19c78c', 'verify-email', 'ad48f90543c2a5699c372c11', 'suspended-one@example.com', NULL, 0, NULL, 1795709871654, 1795796271654);
INSERT INTO public.tokens VALUES ('9f21f953d9a06690141ce1459fab1b7bb8f1f0c40bb91be6be42064a3866a3a5', 'verify-email', '5b9c82276d8b98de84df85e2', 'codes-one@example.com', NULL, 0, NULL, 1795709872428, 1795796272428);
INSERT INTO public.tokens VALUES ('46a2a3a20cf8243351121f4ae3a6b81590a8123a4c4418faf74cc3c425ac3f99', 'verify-email', '3495a62ed8e7ab6902219234', 'author-one@example.com', NULL, 0, 1795709876484, 1795709871116, 1795796271116);
INSERT INTO public.tokens VALUES ('5ecad54ce0391222a51d4b34acca1731a9e62758b36b30acbe9860a596e8f077', 'verify-email', '3495a62ed8e7ab6902219234', 'author-one@example.com', NULL, 0, 1795709876491, 1795709875989, 1795796275989);
INSERT INTO public.tokens VALUES ('787fc630ead7a82212d946071949e6bb21feffcbd8e42bd00b122f2cfdeb6538', 'verify-email', '7c39a77284ac31098bf3f9b3', 'moving-one@example.com', NULL, 0, 1795709876570, 1795709872030, 1795796272030);
INSERT INTO public.tokens VALUES ('37e20a2625665220d3aaa88256bb9b6519323f1842c0cb18eadc0df41811d46d', 'undo-email-change', '7c39a77284ac31098bf3f9b3', 'moving-one@example.com', NULL, 0, NULL, 1795709876576, 1796314676576);
INSERT INTO public.tokens VALUES ('482a9031bb6bb525c2bb5d6e010d1fb8b28806e48108238a4982a0b48bec89ad', 'verify-email', '7c39a77284ac31098bf3f9b3', 'moved-one@example.com', NULL, 0, NULL, 1795709876590, 1795796276590);
INSERT INTO public.tokens VALUES ('2fa68f284486d19df3b46c60db2fc22d161d8054045a839eabc5043292c7f3ff', 'reset-password', '90615f9b8c7e3aacaeab2e13', 'reader-two@example.com', '$argon2id$v=19$m=19456,t=2,p=1$60KekPJ5ccnYkkbb42amwA$Pitfbk36NCcJF3PxYHUmPSIQ0SmQxcg4wdKQQkU66fY', 0, NULL, 1795709876704, 1795711676704);
INSERT INTO public.tokens VALUES ('9a09be58da93a9652f0af0eef121d08f102b3b8098deac31e21325d33dacbdbf', 'verify-email', '76f0a1949f8e8b13e4a92c22', 'editor-one@example.com', NULL, 0, NULL, 1795709906807, 1795796306807);
INSERT INTO public.totp_secrets VALUES ('5b9c82276d8b98de84df85e2', 'UIMPNIBWBR4OUBOVOSJI4YOSVAL5VXII', 1795709907767, 59856996, 1795709907682);
INSERT INTO public.users VALUES (1, '3e532a785bb7b9cf98e6bf7d', 'admin', 'admin', 'admin@example.com', false, '$argon2id$v=19$m=19456,t=2,p=1$IllYh6IihxMinOShUBRMuA$YwPAqOueOQEPMlKmFJ9ydgZCewM8T6ZgIxnWGwvjcPM', '/avatars/ad-1.svg', false, 1795709859047, 1795709859047, 'administrator', DEFAULT, NULL, NULL, '');
INSERT INTO public.users VALUES (4, '8c55b612fa75b9e605fe16ff', 'writer-three', 'writer-three', 'writer-three@example.com', false, '$argon2id$v=19$m=19456,t=2,p=1$J0PAmWHdpR4gOBHcNV+fVg$rCw2F42+AEjw1nDuAWEZ3NmoUtRax5QHXPvn2NyYd7M', '/avatars/wt-0.svg', false, 1795709860498, 1795709860498, 'reader', DEFAULT, NULL, NULL, '');
INSERT INTO public.users VALUES (7, 'b096abc9e24853f03645cac8', 'third-admin', 'third-admin', 'third-admin@example.com', false, '$argon2id$v=19$m=19456,t=2,p=1$gAtppn16FUck3GjT+f5xiQ$jcOLNl+4BUI6Uupxq5jq7yNVvluqm6AE+oKACofFgtY', '/avatars/ta-3.svg', false, 1795709861376, 1795709861466, 'administrator', DEFAULT, NULL, NULL, '');
INSERT INTO public.users VALUES (3, '90615f9b8c7e3aacaeab2e13', 'Reader-Two', 'reader-two', 'reader-two@example.com', false, '$argon2id$v=19$m=19456,t=2,p=1$yJuREKshWROSxcI7h+Kilg$kgE7IW5exDPpVaR3eD5Z+El/YKbhHYN8HCLwGhgY75k', 'https://pictures.example.com/two.png', false, 1795709860108, 1795709865228, 'reader', DEFAULT, NULL, NULL, '');
INSERT INTO public.users VALUES (8, '54386cc9af92142caa0cce90', 'reader-sgb78n', 'reader-sgb78n', 'google-one@example.com', true, NULL, '/avatars/rn-9.svg', false, 1795709870623, 1795709870623, 'reader', DEFAULT, NULL, NULL, '');
INSERT INTO public.users VALUES (2, 'a96aaa3d008cfcb52f54ebc3', 'reader-one', 'reader-one', 'reader-one@example.com', true, NULL, '/uploads/1795709864337-profile-picture.png', false, 1795709859935, 1795709870917, 'reader', DEFAULT, NULL, NULL, '');
INSERT INTO public.users VALUES (13, '5b9c82276d8b98de84df85e2', 'codes-one', 'codes-one', 'codes-one@example.com', false, '$argon2id$v=19$m=19456,t=2,p=1$emZOt304cdP9TbG7s0prbQ$OxXHz9znQd4JiBUPz/EQRxG0QxyfbwMCk1opCCwO/xE', '/avatars/co-7.svg', false, 1795709872395, 1795709872395, 'reader', DEFAULT, NULL, NULL, '');
INSERT INTO public.users VALUES (10, '76f0a1949f8e8b13e4a92c22', 'editor-one', 'editor-one', 'editor-one@example.com', false, '$argon2id$v=19$m=19456,t=2,p=1$C2/rszttWBu/sK3ZThOwxg$ceToABJQuxk59pTANBy8KzTHmVhKj0eJRS6RNnKV1ZM', '/avatars/eo-8.svg', false, 1795709871359, 1795709872812, 'editor', DEFAULT, NULL, NULL, '');
INSERT INTO public.users VALUES (11, 'ad48f90543c2a5699c372c11', 'suspended-one', 'suspended-one', 'suspended-one@example.com', false, '$argon2id$v=19$m=19456,t=2,p=1$SWVrb622E58bCIllATm/2w$LC7qwguTEZq/djp1qNhy2+HoUiGOs+kMEZ66117ZwRw', '/avatars/so-8.svg', false, 1795709871607, 1795709875836, 'reader', DEFAULT, NULL, 4070908800000, 'Test of a suspension');
INSERT INTO public.users VALUES (9, '3495a62ed8e7ab6902219234', 'author-one', 'author-one', 'author-one@example.com', true, '$argon2id$v=19$m=19456,t=2,p=1$+6j/pcqRC/kJ5h4RUk9Hkw$PoHkoFmJcPfvoYvO+sYW2HR+iP9+wtGtCsXQsC9HxKA', '/avatars/ao-0.svg', false, 1795709871099, 1795709876489, 'author', DEFAULT, NULL, NULL, '');
INSERT INTO public.users VALUES (12, '7c39a77284ac31098bf3f9b3', 'moving-one', 'moving-one', 'moving-one@example.com', false, '$argon2id$v=19$m=19456,t=2,p=1$sQ3Oif799kqq6CIKnRFG+A$z1e579BNOHRWA3pyoqNgMXJBOGTgCyIJSRjf3QetqA0', '/avatars/mo-9.svg', false, 1795709871939, 1795709876567, 'reader', DEFAULT, 'moved-one@example.com', NULL, '');
SELECT pg_catalog.setval('drizzle.__drizzle_migrations_id_seq', 2, true);
SELECT pg_catalog.setval('public.audit_seq_seq', 26, true);
SELECT pg_catalog.setval('public.comments_seq_seq', 23, true);
SELECT pg_catalog.setval('public.posts_seq_seq', 10, true);
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
ALTER TABLE ONLY public.feed
    ADD CONSTRAINT feed_pkey PRIMARY KEY (id);
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
ALTER TABLE ONLY public.pictures
    ADD CONSTRAINT pictures_pkey PRIMARY KEY (url);
ALTER TABLE ONLY public.post_words
    ADD CONSTRAINT post_words_pkey PRIMARY KEY (post_seq);
ALTER TABLE ONLY public.posts
    ADD CONSTRAINT posts_id_unique UNIQUE (id);
ALTER TABLE ONLY public.posts
    ADD CONSTRAINT posts_pkey PRIMARY KEY (seq);
ALTER TABLE ONLY public.posts
    ADD CONSTRAINT posts_slug_unique UNIQUE (slug);
ALTER TABLE ONLY public.rate_limits
    ADD CONSTRAINT rate_limits_pkey PRIMARY KEY (key);
ALTER TABLE ONLY public.recovery_codes
    ADD CONSTRAINT recovery_codes_user_id_code_hash_pk PRIMARY KEY (user_id, code_hash);
ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_pkey PRIMARY KEY (id_hash);
ALTER TABLE ONLY public.settings
    ADD CONSTRAINT settings_pkey PRIMARY KEY (key);
ALTER TABLE ONLY public.sign_in_flows
    ADD CONSTRAINT sign_in_flows_pkey PRIMARY KEY (id_hash);
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
CREATE INDEX audit_action ON public.audit USING btree (action, seq);
CREATE INDEX audit_actor ON public.audit USING btree (actor, seq);
CREATE INDEX audit_at ON public.audit USING btree (at);
CREATE INDEX audit_subject ON public.audit USING btree (subject, seq);
CREATE INDEX challenges_expiry ON public.challenges USING btree (expires_at);
CREATE INDEX challenges_user ON public.challenges USING btree (user_id);
CREATE INDEX changes_at ON public.changes USING btree (at);
CREATE INDEX changes_post ON public.changes USING btree (post_id, seq);
CREATE INDEX comments_created ON public.comments USING btree (created_at);
CREATE INDEX comments_post_created ON public.comments USING btree (post_id, created_at);
CREATE INDEX comments_user_created ON public.comments USING btree (user_id, created_at);
CREATE INDEX devices_expiry ON public.devices USING btree (expires_at);
CREATE INDEX devices_user ON public.devices USING btree (user_id);
CREATE INDEX identities_user ON public.identities USING btree (user_id);
CREATE INDEX jobs_created ON public.jobs USING btree (created_at);
CREATE INDEX jobs_user ON public.jobs USING btree (user_id);
CREATE INDEX likes_user ON public.likes USING btree (user_id);
CREATE INDEX mail_created ON public.mail USING btree (created_at);
CREATE INDEX mail_due ON public.mail USING btree (state, not_before);
CREATE INDEX passkeys_user ON public.passkeys USING btree (user_id);
CREATE INDEX pictures_user ON public.pictures USING btree (user_id);
CREATE INDEX post_words_words ON public.post_words USING gin (words);
CREATE INDEX posts_category_created ON public.posts USING btree (category, created_at);
CREATE INDEX posts_created ON public.posts USING btree (created_at);
CREATE INDEX posts_title ON public.posts USING btree (lower(title), category, user_id);
CREATE INDEX posts_updated ON public.posts USING btree (updated_at, category, user_id);
CREATE INDEX posts_user_category ON public.posts USING btree (user_id, category, created_at);
CREATE INDEX posts_user_created ON public.posts USING btree (user_id, created_at);
CREATE INDEX rate_limits_expiry ON public.rate_limits USING btree (expires_at);
CREATE INDEX sessions_expiry ON public.sessions USING btree (expires_at);
CREATE INDEX sessions_user ON public.sessions USING btree (user_id);
CREATE INDEX sign_in_flows_expiry ON public.sign_in_flows USING btree (expires_at);
CREATE INDEX tokens_expiry ON public.tokens USING btree (expires_at);
CREATE INDEX tokens_user ON public.tokens USING btree (user_id, kind);
CREATE INDEX users_created ON public.users USING btree (created_at);
CREATE INDEX users_role ON public.users USING btree (role);
ALTER TABLE ONLY public.challenges
    ADD CONSTRAINT challenges_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.comments
    ADD CONSTRAINT comments_post_id_posts_id_fk FOREIGN KEY (post_id) REFERENCES public.posts(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.comments
    ADD CONSTRAINT comments_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.devices
    ADD CONSTRAINT devices_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
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
ALTER TABLE ONLY public.post_words
    ADD CONSTRAINT post_words_post_seq_posts_seq_fk FOREIGN KEY (post_seq) REFERENCES public.posts(seq) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE ONLY public.recovery_codes
    ADD CONSTRAINT recovery_codes_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.tokens
    ADD CONSTRAINT tokens_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.totp_secrets
    ADD CONSTRAINT totp_secrets_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
