# Proofs and promises are money: let nobody else read what is written here.
umask 077

# The mint makes a key for each amount. The secret keys go to mint.key, the public ones to the output.
curvemark cashu keygen mint.key --amounts 1,2,4 --unit sat > keyset.json
id=$(curvemark cashu keyset-id keyset.json)

# The wallet picks two secrets and blinds them; it keeps secret and r of each for later.
curvemark cashu blind --new-secret secret1 --new-r r1 --amount 4 --id "$id" > blinded1.json
curvemark cashu blind --new-secret secret2 --new-r r2 --amount 1 --id "$id" > blinded2.json

# The mint signs what it cannot read.
curvemark cashu sign --key @mint.key @blinded1.json > promise1.json
curvemark cashu sign --key @mint.key @blinded2.json > promise2.json

# The wallet unblinds; with --key it also checks that the mint was honest.
curvemark cashu unblind --r @r1 --secret @secret1 --key @keyset.json @promise1.json > proofs.json
curvemark cashu unblind --r @r2 --secret @secret2 --key @keyset.json @promise2.json >> proofs.json

# Whoever has the keyset can check all proofs at once.
curvemark cashu verify-batch proofs.json keyset.json
