# The values of one installation, for `sed -f values.sed FILE`. Replace what stands between the second and the third bar.

# These two differ on each database machine. NAME is db1, db2 or db3.
s|@NAME@|db1|g
s|@ADDRESS@|10.0.0.11|g

# The same on all machines: the private addresses of the three database machines.
s|@DB1@|10.0.0.11|g
s|@DB2@|10.0.0.12|g
s|@DB3@|10.0.0.13|g

# The private addresses of the Quartermaster nodes, and the address on which clients reach them.
s|@NODE1@|10.0.0.21|g
s|@NODE2@|10.0.0.22|g
s|@FRONT@|:8080|g
s|@MAX_CLIENTS@|50000|g

# The network of all these machines. PostgreSQL accepts connections from it only.
s|@NETWORK@|10.0.0.0/24|g

# Passwords. `openssl rand -hex 24` makes one.
s|@SUPERUSER_PASSWORD@|change-me-1|g
s|@REPLICATION_PASSWORD@|change-me-2|g
s|@REWIND_PASSWORD@|change-me-3|g
s|@PATRONI_PASSWORD@|change-me-4|g

# Folders and ports that you only change if they are in use.
s|@ETCD_DATA@|/var/lib/etcd/quartermaster|g
s|@POSTGRES_DATA@|/var/lib/postgresql/15/quartermaster|g
s|@POSTGRES_BIN@|/usr/lib/postgresql/15/bin|g
s|@SOCKETS@|/var/run/postgresql|g
s|@DATABASE_PORT@|5000|g
