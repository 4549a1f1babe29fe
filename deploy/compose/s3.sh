#!/bin/sh
# Starts the S3 server with the one key of the portal.
set -e
cat > /tmp/s3.json <<JSON
{"identities": [{"name": "portal", "actions": ["Read", "Write", "List"],
  "credentials": [{"accessKey": "portal", "secretKey": "$S3_SECRET_ACCESS_KEY"}]}]}
JSON
exec weed server -dir=/data -ip=s3 -ip.bind=0.0.0.0 -s3 -s3.config=/tmp/s3.json
