// Shows
