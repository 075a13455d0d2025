module basicslicence

go 1.19
