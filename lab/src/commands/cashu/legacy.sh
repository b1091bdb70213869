# Proofs are money: let nobody else read what is written here.
umask 077

# The mint makes a key for each amount: the secret ones in mint.key.
curvemark cashu legacy keygen mint.key --amounts 1,2,4 > keyset.json
id=$(curvemark cashu legacy keyset-id keyset.json)

# The wallet makes a secret and an r, and blinds the one by the other.
curvemark cashu legacy blind --new-secret secret --new-r r \
    --amount 4 --id "$id" > blinded.json

# The mint signs what it cannot read, and proves that it did.
curvemark cashu legacy sign --key @mint.key @blinded.json > promise.json

# The wallet checks that proof, and unblinds: for the mint, and for a payee.
curvemark cashu legacy unblind --r @r --secret @secret --keyset @keyset.json \
    @promise.json > proof.json
curvemark cashu legacy unblind --r @r --secret @secret --keyset @keyset.json \
    --hand-on @promise.json > payment.json

# The payee knows only the keyset, and the mint its keys.
curvemark cashu legacy verify --keyset @keyset.json @payment.json
curvemark cashu legacy verify --key @mint.key @proof.json
