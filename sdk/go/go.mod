module portal.example/basicslicence/v3

go 1.19
