# Proofs are money: let nobody else read what is written here.
umask 077

# The mint makes a key for each amount: the secret ones in mint.key.
curvemark cashu keygen mint.key --amounts 1,2,4 --unit sat > keyset.json
id=$(curvemark cashu keyset-id keyset.json)

# The wallet makes two secrets, and an r for each, and blinds them.
curvemark cashu blind --new-secret secret1 --new-r r1 \
    --amount 4 --id "$id" > blinded1.json
curvemark cashu blind --new-secret secret2 --new-r r2 \
    --amount 1 --id "$id" > blinded2.json

# The mint signs what it cannot read.
curvemark cashu sign --key @mint.key @blinded1.json > promise1.json
curvemark cashu sign --key @mint.key @blinded2.json > promise2.json

# The wallet unblinds, and checks with --key that the mint was honest.
curvemark cashu unblind --r @r1 --secret @secret1 --key @keyset.json \
    @promise1.json > proofs.json
curvemark cashu unblind --r @r2 --secret @secret2 --key @keyset.json \
    @promise2.json >> proofs.json

# Whoever has the keyset can check all proofs at once.
curvemark cashu verify-batch proofs.json keyset.json
